/* SPDX-License-Identifier: MIT
 * A position that no file reaches, as a program's unsigned one can be: reading there finds the end,
 * writing is an error, and nothing else happens.
 */
#include "tests/filesys/files.h"

KTEST(seek_beyond)
{
    char byte = 'x';
    struct file *file = create_file("file", 10);
    file_seek(file, (off_t)0xfffffff0u);
    KTEST_ASSERT(file_read(file, &byte, 1) == 0);
    KTEST_ASSERT(file_write(file, &byte, 1) == -EFBIG);
    file_seek(file, 1000);
    KTEST_ASSERT(file_read(file, &byte, 1) == 0 && file_length(file) == 10);
    KTEST_ASSERT(file_write(file, &byte, 1) == 1 && file_length(file) == 1001);
    file_close(file);
}
