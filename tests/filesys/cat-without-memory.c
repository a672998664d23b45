/* SPDX-License-Identifier: MIT
 * The action cat says so when there is no page of memory for what it reads.
 * @put: tests/boot/smoke.c:text
 * @actions: ktest cat-without-memory
 * @actions: cat text
 * @expect: failed
 * @output: ^cat: 'text': out of memory
 */
#include "filesys/file.h"
#include "filesys/filesys.h"
#include "filesys/format.h"
#include "filesys/inode.h"
#include "tests/ktest.h"
#include "threads/palloc.h"
#include "vm/vobj.h"

/* Leaves the file and the directory in memory, and no page more. */
KTEST(cat_without_memory)
{
    struct inode *root;
    void *entries;
    KTEST_ASSERT(inode_open(FS_ROOT_INUMBER, &root) == 0);
    KTEST_ASSERT(vobj_pin(inode_vobj(root), 0, VOBJ_READ, &entries) == 0);
    file_close(filesys_open("text"));
    while (palloc_get_page(0) != NULL)
        continue;
}
