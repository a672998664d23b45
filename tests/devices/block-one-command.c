/* SPDX-License-Identifier: MIT
 * A scattered request goes to the disk as one command; one longer than a command takes is cut into
 * as few as possible; a partition's commands are counted for it and for its disk.
 * @matrix: ide=dma,pio
 * @matrix: icount=3
 */
#include "tests/devices/disk.h"
#include "threads/palloc.h"

#define PAGES 16

static uint64_t before[4];
static struct block *block;

static void start_counting(struct block *counted)
{
    block = counted;
    before[0] = disk_counter(block, "reads");
    before[1] = disk_counter(block, "sectors_read");
    before[2] = disk_counter(block, "writes");
    before[3] = disk_counter(block, "sectors_written");
}

static void expect_commands(unsigned reads, unsigned sectors_read, unsigned writes,
                            unsigned sectors_written)
{
    unsigned now[4] = {disk_counter(block, "reads") - before[0],
                       disk_counter(block, "sectors_read") - before[1],
                       disk_counter(block, "writes") - before[2],
                       disk_counter(block, "sectors_written") - before[3]};
    if (now[0] != reads || now[1] != sectors_read || now[2] != writes || now[3] != sectors_written)
        fail("%s: %u reads of %u sectors and %u writes of %u, not %u of %u and %u of %u",
             block_name(block), now[0], now[1], now[2], now[3], reads, sectors_read, writes,
             sectors_written);
}

KTEST(block_one_command)
{
    struct block *spare = spare_device();
    struct block_seg segs[PAGES + 70];
    void *page[PAGES];

    for (int i = 0; i < PAGES; i++) { /* in descending order: not adjoining in memory */
        page[i] = palloc_get_page(PAL_ASSERT | PAL_ZERO);
        segs[PAGES - 1 - i] = (struct block_seg){page[i], 8};
    }
    start_counting(spare);
    KTEST_ASSERT(block_writev(spare, 8, segs, PAGES) == 0);
    expect_commands(0, 0, 1, PAGES * 8);
    start_counting(disk_of(spare));
    KTEST_ASSERT(block_readv(spare, 8, segs, PAGES) == 0);
    expect_commands(1, PAGES * 8, 0, 0);

    for (int i = 0; i < 70; i++)
        segs[i] = (struct block_seg){page[i % PAGES], 8};
    start_counting(spare);
    KTEST_ASSERT(block_readv(spare, 0, segs, 70) == 0);
    expect_commands(3, 560, 0, 0); /* 256 + 256 + 48 */
    for (int i = 0; i < PAGES; i++)
        palloc_free_page(page[i]);
}
