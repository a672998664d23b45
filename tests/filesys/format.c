/* SPDX-License-Identifier: MIT
 * -f makes an empty file system of whatever was on the device.
 * @options: -f -filesys=hdb1
 * @output: ^Formatting file system\.\.\.done\.$
 */
#include "tests/filesys/files.h"

KTEST(format)
{
    char name[NAME_SIZE];
    struct dir *dir = dir_open_root();
    KTEST_ASSERT(dir != NULL && !dir_readdir(dir, name));
    dir_close(dir);
    struct file *file = create_file("file", 0);
    KTEST_ASSERT(file_write(file, "hello", 5) == 5);
    file_close(file);
}
