/* SPDX-License-Identifier: MIT
 * A file that was read and closed is read again without the disk.
 */
#include "tests/filesys/files.h"

static void read_all(void)
{
    static char buffer[4096];
    struct file *file = open_file("hello");
    while (file_read(file, buffer, sizeof buffer) > 0)
        continue;
    file_close(file);
}

KTEST(second_open_reads_nothing)
{
    uint64_t before = counter("disk.hda.reads");
    read_all();
    uint64_t after_first = counter("disk.hda.reads");
    KTEST_ASSERT(after_first > before);
    for (int i = 0; i < 5; i++)
        read_all();
    if (counter("disk.hda.reads") != after_first)
        fail("%u more reads", (unsigned)(counter("disk.hda.reads") - after_first));
}
