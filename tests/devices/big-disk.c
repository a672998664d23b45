/* SPDX-License-Identifier: MIT
 * Sectors on both sides of the 28-bit limit, and a command across it, are all different sectors.
 * Run by disk_over_128_gb.py, which attaches such a disk as hda.
 * @kind: helper
 */
#include "tests/devices/disk.h"
#include "threads/malloc.h"

#define LIMIT (1u << 28)
#define CNT 8

static void transfer(struct block *disk, bool write, block_sector_t first, uint8_t *memory)
{
    struct block_seg seg = {memory, CNT};
    for (uint32_t i = 0; write && i < CNT; i++)
        fill_sector(memory + i * BLOCK_SECTOR_SIZE, first + i, 1);
    if (!write)
        memset(memory, 0, CNT * BLOCK_SECTOR_SIZE);
    KTEST_ASSERT((write ? block_writev(disk, first, &seg, 1) : block_readv(disk, first, &seg, 1)) ==
                 0);
    for (uint32_t i = 0; i < CNT; i++)
        if (!is_sector(memory + i * BLOCK_SECTOR_SIZE, first + i, 1))
            fail("sector %u is not what was written", (unsigned)(first + i));
}

KTEST(big_disk)
{
    static const block_sector_t places[] = {0, LIMIT - CNT, LIMIT - CNT / 2, LIMIT + CNT,
                                            LIMIT + 5000};
    struct block *disk = block_get_by_name("hda");
    uint8_t *memory = malloc(CNT * BLOCK_SECTOR_SIZE);

    KTEST_ASSERT(disk != NULL && memory != NULL);
    KTEST_ASSERT(block_size(disk) > LIMIT + 5000 + CNT);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < sizeof places / sizeof *places; i++)
            transfer(disk, pass == 0, places[i], memory);
    KTEST_ASSERT(block_flush(disk) == 0);
    free(memory);
}
