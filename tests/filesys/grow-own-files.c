/* SPDX-License-Identifier: MIT
 * Threads that each grow a file of their own in small pieces, over direct and indirect blocks, with
 * more bytes in all than memory: each finds its own bytes, and removing gives all blocks back.
 * @mem: 4
 * @matrix: jitter=1..10
 * @sample: 1
 */
#include "tests/filesys/files.h"

#define THREADS 6
#define LENGTH 700000
#define PIECE 5003

static void work(int id)
{
    static uint8_t buffers[THREADS][PIECE];
    uint8_t *buffer = buffers[id];
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "own-%d", id);
    struct file *file = create_file(name, 0);
    for (uint32_t at = 0; at < LENGTH; at += PIECE) {
        fill(buffer, PIECE, id, at);
        KTEST_ASSERT(file_write(file, buffer, PIECE) == PIECE);
    }
    file_seek(file, 0);
    for (uint32_t at = 0; at < LENGTH; at += PIECE) {
        KTEST_ASSERT(file_read(file, buffer, PIECE) == PIECE);
        expect_content(buffer, PIECE, id, at);
    }
    KTEST_ASSERT(file_read(file, buffer, 1) == 0);
    KTEST_ASSERT(filesys_remove(name));
    file_close(file);
}

KTEST(grow_own_files)
{
    static struct crew crew;
    struct file *first = create_file("first", 0); /* The directory has its block now. */
    uint64_t held = blocks_held();
    crew_init(&crew, work);
    for (int i = 0; i < THREADS; i++)
        crew_start(&crew, PRI_DEFAULT);
    crew_join(&crew);
    if (blocks_held() != held)
        fail("%u blocks were not given back", (unsigned)(blocks_held() - held));
    file_close(first);
}
