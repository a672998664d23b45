/* SPDX-License-Identifier: MIT
 * Threads that read in a loop from one disk get the same share: none overtakes who waits already.
 * (On a RAM disk, since a thread whose answer is there at once need not sleep and may read on.)
 * @icount: 3
 */
#include "tests/devices/disk.h"
#include "tests/threads/crew.h"

#define THREADS 4
#define READS 40

static volatile int started;
static unsigned done[THREADS];
static struct block *block;

static void check_fair(int id)
{
    for (int i = 0; i < THREADS; i++)
        if (done[id] > done[i] + 2)
            fail("thread %d has read %u times, thread %d only %u", id, done[id], i, done[i]);
}

static void work(int id)
{
    uint8_t sector[BLOCK_SECTOR_SIZE];

    for (started++; started < THREADS;)
        thread_yield();
    for (int i = 0; i < READS; i++) {
        KTEST_ASSERT(block_read(block, id, sector) == 0);
        done[id]++;
        check_fair(id);
    }
}

KTEST(block_turns)
{
    static struct crew crew;

    block = spare_device();
    crew_init(&crew, work);
    for (int i = 0; i < THREADS; i++)
        crew_start(&crew, PRI_DEFAULT);
    crew_join(&crew);
}
