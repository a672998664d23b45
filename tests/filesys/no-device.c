/* SPDX-License-Identifier: MIT
 * Without a disk the kernel says so, every call fails, and nothing else does.
 * @filesys: 0
 * @swap: 0
 * @output: ^filesys: no file-system device: there are no programs to run$
 */
#include "tests/filesys/files.h"

KTEST(no_device)
{
    struct file *file;
    KTEST_ASSERT(filesys_try_create("file", 0) == -ENODEV);
    KTEST_ASSERT(filesys_try_open("file", &file) == -ENODEV && file == NULL);
    KTEST_ASSERT(filesys_try_remove("file") == -ENODEV);
    KTEST_ASSERT(dir_open_root() == NULL);
}
