/* SPDX-License-Identifier: MIT
 * A file is removed, and its name and the disk's free blocks are used anew, while others still read
 * and write it: they keep what they had, and its blocks come back with the last of them.
 * @matrix: jitter=1..10
 * @sample: 2
 */
#include "tests/filesys/files.h"

#define READERS 4
#define LENGTH 150000

static struct semaphore opened, removed;

static void work(int id)
{
    static uint8_t buffers[READERS][5000];
    struct file *file = open_file("file");
    sema_up(&opened);
    sema_down(&removed);
    for (uint32_t at = 0; at < LENGTH; at += sizeof buffers[0]) {
        KTEST_ASSERT(file_read(file, buffers[id], sizeof buffers[0]) == sizeof buffers[0]);
        expect_content(buffers[id], sizeof buffers[0], 1, at);
    }
    file_close(file);
}

static void write_file(const char *name, int id)
{
    uint8_t buffer[1000];
    struct file *file = create_file(name, 0);
    for (uint32_t at = 0; at < LENGTH; at += sizeof buffer) {
        fill(buffer, sizeof buffer, id, at);
        KTEST_ASSERT(file_write(file, buffer, sizeof buffer) == sizeof buffer);
    }
    file_close(file);
}

KTEST(removed_while_read)
{
    static struct crew crew;
    sema_init(&opened, 0);
    sema_init(&removed, 0);
    write_file("file", 1);
    crew_init(&crew, work);
    for (int i = 0; i < READERS; i++)
        crew_start(&crew, PRI_DEFAULT);
    for (int i = 0; i < READERS; i++)
        sema_down(&opened);
    uint64_t held = blocks_held();
    KTEST_ASSERT(filesys_remove("file"));
    KTEST_ASSERT(blocks_held() == held);
    for (int i = 0; i < READERS; i++)
        sema_up(&removed);
    write_file("file", 2);
    write_file("other", 3);
    crew_join(&crew);
    if (blocks_held() != held + (LENGTH + 4095) / 4096 + 1)
        fail("%d blocks more than before", (int)(blocks_held() - held));
}
