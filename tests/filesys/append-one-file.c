/* SPDX-License-Identifier: MIT
 * Threads write beyond the end of one file at once, each its own records, in all orders: none of
 * them makes another's bytes vanish, and gaps are zeros.
 * @mem: 4
 * @matrix: jitter=1..10
 * @sample: 2
 */
#include "tests/filesys/files.h"

#define THREADS 8
#define RECORD 999
#define ROUNDS 60

static struct file *file;

static off_t place(int id, int round)
{
    return ((off_t)round * THREADS + id) * (RECORD + 100);
}

static void work(int id)
{
    uint8_t buffer[RECORD];
    for (int i = 0; i < ROUNDS; i++) {
        int round = (i * 7 + id) % ROUNDS;
        fill(buffer, RECORD, id, round);
        KTEST_ASSERT(file_write_at(file, buffer, RECORD, place(id, round)) == RECORD);
    }
}

static void check(int id, int round)
{
    uint8_t buffer[RECORD + 100];
    off_t n = file_read_at(file, buffer, sizeof buffer, place(id, round));
    KTEST_ASSERT(n >= RECORD);
    expect_content(buffer, RECORD, id, round);
    for (off_t i = RECORD; i < n; i++)
        if (buffer[i] != 0)
            fail("a gap has %02x at %d", buffer[i], (int)(place(id, round) + i));
}

KTEST(append_one_file)
{
    static struct crew crew;
    file = create_file("shared", 0);
    crew_init(&crew, work);
    for (int i = 0; i < THREADS; i++)
        crew_start(&crew, PRI_DEFAULT);
    crew_join(&crew);
    KTEST_ASSERT(file_length(file) == place(THREADS - 1, ROUNDS - 1) + RECORD);
    for (int id = 0; id < THREADS; id++)
        for (int round = 0; round < ROUNDS; round++)
            check(id, round);
    file_close(file);
}
