/* SPDX-License-Identifier: MIT
 * Block devices: disks and partitions by name and by role, and reading and writing them.
 *
 * A driver registers its disks with block_register(); partitions are stretches of a disk,
 * registered with block_register_partition().  When all are there, block_assign_roles() decides
 * which device serves as file system, scratch and swap; from then on everyone asks
 * block_get_role(BLOCK_SWAP) and reads and writes whole sectors of it.
 *
 * A request may be scattered over several memory segments; it goes to the disk as one command
 * unless it is longer than the disk takes.  A command that fails is repeated a few times before
 * the request is given up.  Requests of several threads to one disk are served in the order in
 * which they came.
 *
 * Each device has counters, disk.NAME.reads and so on: commands, not requests.
 */
#ifndef DEVICES_BLOCK_H
#define DEVICES_BLOCK_H

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BLOCK_SECTOR_SIZE 512

typedef uint32_t block_sector_t;
#define PRDSNu PRIu32

enum block_type {
    /* Roles. */
    BLOCK_KERNEL,
    BLOCK_FILESYS,
    BLOCK_SCRATCH,
    BLOCK_SWAP,
    BLOCK_ROLE_CNT,

    BLOCK_RAW = BLOCK_ROLE_CNT, /* a whole disk */
    BLOCK_FOREIGN,              /* a partition of a type that is not ours */
    BLOCK_CNT
};

struct block;

/* Memory of one request: SECTORS sectors at DATA. */
struct block_seg {
    void *data;
    uint32_t sectors;
};

/* Reads or writes sectors from SECTOR on, as many as the segments have together.  Returns 0;
 * -EIO if the device failed every attempt (what was transferred is then unknown); -EINVAL if the
 * request is empty or not all on the device, and then nothing was transferred.  DATA is best in
 * the map of physical memory and at an even address: any other kernel memory works, but slowly.
 * They sleep: not in interrupt context, interrupts on.  Locks may be held that I/O does not need.
 */
int block_readv(struct block *, block_sector_t sector, const struct block_seg *, size_t nsegs);
int block_writev(struct block *, block_sector_t sector, const struct block_seg *, size_t nsegs);

/* The same for one sector. */
int block_read(struct block *, block_sector_t sector, void *buffer);
int block_write(struct block *, block_sector_t sector, const void *buffer);

/* Returns when all that was written to the device is on stable storage.  0 or -EIO.  Sleeps. */
int block_flush(struct block *);

block_sector_t block_size(const struct block *); /* in sectors */
const char *block_name(const struct block *);
enum block_type block_type(const struct block *);
const char *block_type_name(enum block_type);

/* The device in ROLE, or NULL.  Roles do not change once the kernel runs. */
struct block *block_get_role(enum block_type role);
void block_set_role(enum block_type role, struct block *);

struct block *block_get_by_name(const char *name);
struct block *block_first(void);
struct block *block_next(const struct block *);

/* Gives each role that has no device yet the one named by its option (-filesys=, -scratch=,
 * -swap=), or the first device of its type.  A name that no device has refuses the boot. */
void block_assign_roles(void);

/* ---- For drivers ---- */

/* One command: sectors SECTOR...SECTOR+SECTORS-1, from or to the segments, of which the first
 * SKIP sectors belong to commands before. */
struct block_io {
    bool write;
    bool lose; /* fault injection: behave as if the device never answered */
    block_sector_t sector;
    uint32_t sectors;
    const struct block_seg *segs;
    uint32_t skip;
};

/* Walks the memory of a command: start with a struct initialised by block_walk_start(). */
struct block_walk {
    const struct block_seg *seg;
    uint32_t skip;
    uint32_t left;
};

static inline struct block_walk block_walk_start(const struct block_io *io)
{
    return (struct block_walk){io->segs, io->skip, io->sectors};
}

/* Stores the next contiguous piece and returns true, or returns false when all were seen. */
static inline bool block_walk_next(struct block_walk *walk, void **data, uint32_t *sectors)
{
    if (walk->left == 0)
        return false;
    while (walk->skip >= walk->seg->sectors)
        walk->skip -= walk->seg++->sectors;
    uint32_t n = walk->seg->sectors - walk->skip;
    if (n > walk->left)
        n = walk->left;
    *data = (uint8_t *)walk->seg->data + (size_t)walk->skip * BLOCK_SECTOR_SIZE;
    *sectors = n;
    walk->skip += n;
    walk->left -= n;
    return true;
}

struct block_operations {
    uint32_t max_sectors; /* in one command */
    uint32_t max_segs;

    /* Carries out one command and sleeps until it is done.  ATTEMPT is 0, then 1... when the
     * command failed before.  0 or -EIO. */
    int (*transfer)(void *aux, const struct block_io *, int attempt);

    int (*flush)(void *aux); /* NULL: nothing to flush */
};

/* Adds a disk.  NAME (at most 7 characters) is copied.  Panics without memory.  During boot. */
struct block *block_register(const char *name, enum block_type, block_sector_t size,
                             const struct block_operations *, void *aux);

/* Adds partition NUMBER of DISK, named like hda1. */
struct block *block_register_partition(struct block *disk, unsigned number, enum block_type,
                                       block_sector_t start, block_sector_t size);

#endif
