/* SPDX-License-Identifier: MIT
 * More files and more bytes than memory holds, so that pages and inodes leave and come back all the
 * time.
 * @mem: 4
 * @options: -cache=64
 */
#include "tests/filesys/files.h"

#define FILES 100
#define LENGTH 60000

static uint8_t buffer[LENGTH];

static struct file *open_nth(int id)
{
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "many-%d", id);
    struct file *file = filesys_open(name);
    return file != NULL ? file : create_file(name, 0);
}

KTEST(many_files_little_memory)
{
    for (int id = 0; id < FILES; id++) {
        struct file *file = open_nth(id);
        fill(buffer, LENGTH, id, 0);
        KTEST_ASSERT(file_write(file, buffer, LENGTH) == LENGTH);
        file_close(file);
    }
    if (counter("fs.inodes_cached") > 40)
        fail("%u inodes in memory", (unsigned)counter("fs.inodes_cached"));
    for (int i = 0; i < FILES; i++) {
        int id = i * 37 % FILES;
        struct file *file = open_nth(id);
        KTEST_ASSERT(file_read(file, buffer, LENGTH) == LENGTH);
        expect_content(buffer, LENGTH, id, 0);
        file_close(file);
    }
}
