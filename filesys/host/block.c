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

/* For a device with a cache: what was there before a write that it may still lose, newest first. */
struct lost {
    struct lost *next;
    uint64_t where;
    size_t n;
    char content[];
};

bool host_block_caches;
static struct lost *losses;

static void note_loss(const struct block *block, uint64_t where, size_t n)
{
    struct lost *l = malloc(sizeof *l + n);
    ASSERT(l != NULL && pread(block->fd, l->content, n, where) == (ssize_t)n);
    l->next = losses;
    l->where = where;
    l->n = n;
    losses = l;
}

static void forget_losses(void)
{
    for (struct lost *l = losses, *next; l != NULL; l = next) {
        next = l->next;
        free(l);
    }
    losses = NULL;
}

static bool has_crashed(void)
{
    return host_block_crash_at && host_block_writes > host_block_crash_at;
}

int block_flush(struct block *block)
{
    if (!host_block_crash_at || host_block_writes < host_block_crash_at)
        forget_losses();
    return 0;
}

void host_block_lose(struct block *block)
{
    for (const struct lost *l = losses != NULL ? losses->next : NULL; l != NULL; l = l->next)
        if (l->where != losses->where)
            ASSERT(pwrite(block->fd, l->content, l->n, l->where) == (ssize_t)l->n);
    forget_losses();
}

static int transfer(struct block *block, uint32_t sector, void *data, size_t n, bool write)
{
    uint64_t where = (block->first + sector) * BLOCK_SECTOR_SIZE;
    unsigned long count = write ? ++host_block_writes : ++host_block_reads;
    if (host_block_fail_every && count % host_block_fail_every == 0)
        return -EIO;
    if (write && has_crashed())
        return 0;
    if (sector + n / BLOCK_SECTOR_SIZE > block->sectors)
        return -EIO;
    if (write && host_block_caches)
        note_loss(block, where, n);
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
