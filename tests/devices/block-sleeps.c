/* SPDX-License-Identifier: MIT
 * A thread that waits for a disk sleeps: one of the lowest priority runs meanwhile.
 * @matrix: ide=dma,pio
 * @matrix: icount=3
 */
#include "tests/devices/disk.h"
#include "threads/thread.h"

static volatile unsigned others;
static volatile bool stop;

static void count(void *aux)
{
    while (!stop)
        others++;
}

KTEST(block_sleeps)
{
    struct block *block = spare_device();
    uint8_t sector[BLOCK_SECTOR_SIZE];
    unsigned ran = 0;

    KTEST_ASSERT(thread_create("other", PRI_MIN, count, NULL) != TID_ERROR);
    /* A fast host often answers at once; but who never sleeps never lets the other run. */
    for (uint32_t i = 0; i < 5000 && ran < 2; i++) {
        unsigned before = others;
        KTEST_ASSERT(block_read(block, i % 100, sector) == 0);
        ran += others != before;
    }
    stop = true;
    if (ran < 2)
        fail("the other thread ran during %u of 5000 reads", ran);
}
