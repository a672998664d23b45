/* SPDX-License-Identifier: MIT
 * A partition's sectors are those of its disk from where the partition table says, and its
 * neighbours are not touched by it.
 */
#include "tests/devices/disk.h"

KTEST(block_partition)
{
    struct block *part = spare_device(), *disk = disk_of(part);
    uint8_t table[BLOCK_SECTOR_SIZE], sector[BLOCK_SECTOR_SIZE];

    KTEST_ASSERT(part != disk);
    KTEST_ASSERT(block_read(disk, 0, table) == 0);
    unsigned nr = block_name(part)[3] - '1';
    const uint8_t *entry = table + 446 + nr * 16;
    uint32_t start = entry[8] | entry[9] << 8 | entry[10] << 16 | (uint32_t)entry[11] << 24;
    uint32_t size = entry[12] | entry[13] << 8 | entry[14] << 16 | (uint32_t)entry[15] << 24;
    KTEST_ASSERT(start > 0 && size == block_size(part));

    fill_sector(sector, 0, 1);
    KTEST_ASSERT(block_write(part, 0, sector) == 0);
    fill_sector(sector, size - 1, 1);
    KTEST_ASSERT(block_write(part, size - 1, sector) == 0);
    KTEST_ASSERT(block_read(disk, start, sector) == 0 && is_sector(sector, 0, 1));
    KTEST_ASSERT(block_read(disk, start + size - 1, sector) == 0);
    KTEST_ASSERT(is_sector(sector, size - 1, 1));
    KTEST_ASSERT(block_read(disk, 0, sector) == 0);
    KTEST_ASSERT(!memcmp(sector, table, sizeof table));
}
