/* SPDX-License-Identifier: MIT
 * A command that fails is repeated and then succeeds, with nothing lost; one that fails every time
 * is reported as an error, once, and the disk works on.
 * @matrix: ide=dma,pio
 * @matrix: icount=3
 */
#include <errno.h>

#include "tests/devices/disk.h"

static uint8_t sector[BLOCK_SECTOR_SIZE];

static void expect_counters(struct block *block, unsigned retries, unsigned errors)
{
    unsigned r = disk_counter(block, "retries"), e = disk_counter(block, "errors");
    if (r != retries || e != errors)
        fail("%s: %u retries and %u errors, not %u and %u", block_name(block), r, e, retries,
             errors);
}

KTEST(block_retry)
{
    struct block *block = spare_device(), *disk = disk_of(block);

    fill_sector(sector, 3, 1);
    block_set_fault(disk, (struct block_fault){.cnt = 2, .kind = FAULT_ERROR});
    KTEST_ASSERT(block_write(block, 3, sector) == 0);
    expect_counters(block, 2, 0);

    memset(sector, 0, sizeof sector);
    block_set_fault(disk, (struct block_fault){.cnt = 3, .kind = FAULT_ERROR});
    KTEST_ASSERT(block_read(block, 3, sector) == 0);
    KTEST_ASSERT(is_sector(sector, 3, 1));
    expect_counters(block, 5, 0);

    block_set_fault(disk, (struct block_fault){.cnt = 4, .kind = FAULT_ERROR});
    KTEST_ASSERT(block_read(block, 3, sector) == -EIO);
    expect_counters(block, 8, 1);
    KTEST_ASSERT(block_read(block, 3, sector) == 0);
    KTEST_ASSERT(is_sector(sector, 3, 1));

    block_set_fault(disk, (struct block_fault){.before = 1, .cnt = 1, .kind = FAULT_ERROR});
    KTEST_ASSERT(block_write(block, 4, sector) == 0);
    expect_counters(block, 8, 1);
    KTEST_ASSERT(block_write(block, 5, sector) == 0);
    expect_counters(block, 9, 1);
    if (disk != block)
        expect_counters(disk, 9, 1);
}
