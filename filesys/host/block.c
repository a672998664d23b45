/* SPDX-License-Identifier: MIT
 * Block devices that are stretches of a file.
 */
#define _FILE_OFFSET_BITS 64
#include "devices/block.h"
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include "filesys/host/host.h"

struct block {
    int fd;
    uint64_t first;
    uint32_t sectors;
    const char *name;
};

unsigned host_block_fail_every;
unsigned long host_block_reads, host_block_writes, host_block_crash_at;

struct block *host_block_open(int fd, uint64_t first, uint32_t sectors, const char *name)
{
    struct block *block = malloc(sizeof *block);
    ASSERT(block != NULL);
    *block = (struct block){fd, first, sectors, name};
    return block;
}

void host_block_close(struct block *block)
{
    free(block);
}

block_sector_t block_size(const struct block *block)
{
    return block->sectors;
}

const char *block_name(const struct block *block)
{
    return block->name;
}

static int transfer(struct block *block, uint32_t sector, void *data, size_t n, bool write)
{
    uint64_t where = (block->first + sector) * BLOCK_SECTOR_SIZE;
    unsigned long count = write ? ++host_block_writes : ++host_block_reads;
    if (host_block_fail_every && count % host_block_fail_every == 0)
        return -EIO;
    if (write && host_block_crash_at && count > host_block_crash_at)
        return 0;
    if (sector + n / BLOCK_SECTOR_SIZE > block->sectors)
        return -EIO;
    ssize_t done = write ? pwrite(block->fd, data, n, where) : pread(block->fd, data, n, where);
    return done == (ssize_t)n ? 0 : -EIO;
}

int block_read(struct block *block, block_sector_t sector, void *buffer)
{
    return transfer(block, sector, buffer, BLOCK_SECTOR_SIZE, false);
}

int block_write(struct block *block, block_sector_t sector, const void *buffer)
{
    return transfer(block, sector, (void *)buffer, BLOCK_SECTOR_SIZE, true);
}

int host_block_transfer(struct block *block, uint32_t sector, void *data, bool write)
{
    return transfer(block, sector, data, 4096, write);
}
