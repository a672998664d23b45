/* SPDX-License-Identifier: MIT
 * Who denies writes to a file is told of one that began before, and has not ended yet.
 */
#include "filesys/fs.h"
#include "tests/filesys/files.h"

static struct file *file;

static void append(int id)
{
    KTEST_ASSERT(file_write_at(file, "x", 1, 10) == 1);
}

KTEST(deny_write_under_way)
{
    struct crew crew;
    file = create_file("file", 10);
    struct inode *inode = file_inode(file);
    crew_init(&crew, append);
    lock_acquire(&inode->extend_lock);
    crew_start(&crew, PRI_DEFAULT + 1);
    KTEST_ASSERT(!file_deny_write(file));
    lock_release(&inode->extend_lock);
    crew_join(&crew);
    KTEST_ASSERT(file_length(file) == 11);
    file_allow_write(file);
    KTEST_ASSERT(file_deny_write(file));
    file_close(file);
}
