/* SPDX-License-Identifier: MIT
 * Writes are denied while anyone denies them, and allowed with the last one's allowing or closing.
 */
#include "tests/filesys/files.h"

KTEST(deny_write)
{
    struct file *a = create_file("file", 10), *b = file_reopen(a);
    file_deny_write(a);
    KTEST_ASSERT(inode_write_denied(file_inode(b)));
    KTEST_ASSERT(file_write(a, "x", 1) == 0 && file_write(b, "x", 1) == 0);
    file_deny_write(b);
    file_allow_write(a);
    KTEST_ASSERT(file_write(a, "x", 1) == 0);
    file_close(b);
    KTEST_ASSERT(file_write(a, "x", 1) == 1);
    file_close(a);
}
