/* SPDX-License-Identifier: MIT
 * A disk that never answers is reset after a while of guest time, and the command repeated; other
 * threads run meanwhile.
 * @matrix: ide=dma,pio
 * @matrix: emulator=bochs ide=dma,pio
 * @sample: 2
 */
#include "devices/timer.h"
#include "tests/devices/disk.h"
#include "threads/thread.h"

static uint8_t sector[BLOCK_SECTOR_SIZE];
static volatile unsigned others;
static volatile bool stop;

static void count(void *aux)
{
    while (!stop)
        others++;
}

KTEST(block_lost)
{
    struct block *block = spare_device();

    fill_sector(sector, 9, 4);
    KTEST_ASSERT(block_write(block, 9, sector) == 0);
    KTEST_ASSERT(thread_create("other", PRI_MIN, count, NULL) != TID_ERROR);
    block_set_fault(disk_of(block), (struct block_fault){.cnt = 1, .kind = FAULT_LOSE});
    memset(sector, 0, sizeof sector);
    int64_t start = timer_ticks();
    KTEST_ASSERT(block_read(block, 9, sector) == 0);
    int64_t took = timer_elapsed(start);
    stop = true;
    KTEST_ASSERT(is_sector(sector, 9, 4));
    KTEST_ASSERT(disk_counter(block, "retries") == 1 && disk_counter(block, "errors") == 0);
    KTEST_ASSERT(others > 0);
    if (took < 15 || took > 100)
        fail("it took %d ticks", (int)took);

    fill_sector(sector, 10, 4); /* the disk is as good as before */
    KTEST_ASSERT(block_write(block, 10, sector) == 0);
    KTEST_ASSERT(block_read(block, 9, sector) == 0 && is_sector(sector, 9, 4));
}
