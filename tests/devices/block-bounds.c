/* SPDX-License-Identifier: MIT
 * A request that is empty, or not all on the device, is refused, and touches nothing: not the
 * memory, not the disk beyond the partition.
 */
#include <errno.h>

#include "tests/devices/disk.h"

static uint8_t a[BLOCK_SECTOR_SIZE], b[BLOCK_SECTOR_SIZE];

static void expect_refused(struct block *block, block_sector_t sector, const struct block_seg *segs,
                           size_t nsegs, const char *what)
{
    uint64_t commands = disk_counter(block, "reads") + disk_counter(block, "writes");
    memset(a, 0x5a, sizeof a);
    memcpy(b, a, sizeof b);
    if (block_readv(block, sector, segs, nsegs) != -EINVAL)
        fail("%s: the read was not refused", what);
    if (memcmp(a, b, sizeof a) != 0)
        fail("%s: the refused read changed memory", what);
    if (block_writev(block, sector, segs, nsegs) != -EINVAL)
        fail("%s: the write was not refused", what);
    if (disk_counter(block, "reads") + disk_counter(block, "writes") != commands)
        fail("%s: the disk was asked", what);
}

KTEST(block_bounds)
{
    struct block *block = spare_device();
    block_sector_t size = block_size(block);
    struct block_seg one = {a, 1};
    struct block_seg two[] = {{a, 1}, {b, 1}};
    struct block_seg wrap[] = {{a, 2}, {b, UINT32_MAX}};
    struct block_seg huge[] = {{a, UINT32_MAX}, {b, UINT32_MAX}};
    struct block_seg nothing = {a, 0};

    expect_refused(block, size, &one, 1, "one past the end");
    expect_refused(block, UINT32_MAX, &one, 1, "the last sector number");
    expect_refused(block, size - 1, two, 2, "across the end");
    expect_refused(block, 0, wrap, 2, "segments that wrap around to one sector");
    expect_refused(block, 1, huge, 2, "segments that wrap around to many");
    expect_refused(block, 0, &nothing, 1, "no sectors");
    expect_refused(block, 0, &one, 0, "no segments");
    KTEST_ASSERT(block_read(block, size - 1, a) == 0);
}
