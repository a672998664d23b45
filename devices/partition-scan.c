/* SPDX-License-Identifier: MIT
 * From a disk's partition table to block devices. */
#include <debug.h>
#include <stdio.h>

#include "devices/block.h"
#include "devices/partition.h"
#include "threads/loader.h"
#include "threads/malloc.h"

static int read_sector(void *disk, uint32_t sector, void *buffer)
{
    return block_read(disk, sector, buffer);
}

static void print_complaint(void *disk, const char *sentence)
{
    printf("%s: partition table: %s\n", block_name(disk), sentence);
}

static enum block_type role_of_type(uint8_t type)
{
    switch (type) {
    case PART_KERNEL:
        return BLOCK_KERNEL;
    case PART_FILESYS:
        return BLOCK_FILESYS;
    case PART_SCRATCH:
        return BLOCK_SCRATCH;
    case PART_SWAP:
        return BLOCK_SWAP;
    }
    return BLOCK_FOREIGN;
}

static void register_partition(struct block *disk, const struct partition *part)
{
    struct block *block = block_register_partition(disk, part->number, role_of_type(part->type),
                                                   part->start, part->size);
    printf("%s: %" PRDSNu " sectors, %s\n", block_name(block), part->size,
           block_type_name(block_type(block)));
}

size_t partition_scan(struct block *disk)
{
    struct partition_source source = {block_size(disk), read_sector, print_complaint, disk};
    struct {
        uint8_t sector[BLOCK_SECTOR_SIZE];
        struct partition_table table;
    } *work = malloc(sizeof *work);

    if (work == NULL)
        PANIC("no memory to read a partition table");
    int error = partition_parse(&source, work->sector, &work->table);
    if (error != 0)
        printf("%s: partition table cannot be read (error %d)\n", block_name(disk), error);
    size_t cnt = work->table.cnt;
    for (size_t i = 0; i < cnt; i++)
        register_partition(disk, &work->table.at[i]);
    free(work);
    return cnt;
}
