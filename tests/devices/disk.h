/* SPDX-License-Identifier: MIT
 * For tests of disks: a device to write to, patterns, counters by name. */
#ifndef TESTS_DEVICES_DISK_H
#define TESTS_DEVICES_DISK_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "devices/block-fault.h"
#include "devices/block.h"
#include "tests/ktest.h"
#include "threads/kstat.h"

/* A device whose contents nobody needs. */
static inline struct block *spare_device(void)
{
    struct block *block = block_get_role(BLOCK_SCRATCH);
    if (block == NULL)
        block = block_get_role(BLOCK_SWAP);
    if (block == NULL)
        fail("neither a scratch nor a swap device");
    return block;
}

/* The disk that BLOCK lies on. */
static inline struct block *disk_of(struct block *block)
{
    char name[12];
    strlcpy(name, block_name(block), sizeof name);
    name[3] = '\0';
    struct block *disk = block_get_by_name(name);
    KTEST_ASSERT(disk != NULL);
    return disk;
}

static inline uint64_t disk_counter(struct block *block, const char *what)
{
    char name[40];
    snprintf(name, sizeof name, "disk.%s.%s", block_name(block), what);
    const struct kstat *k = kstat_find(name);
    if (k == NULL)
        fail("no counter %s", name);
    return kstat_read(k);
}

/* Sector NR's contents in round SEED. */
static inline void fill_sector(void *buffer, uint32_t nr, uint32_t seed)
{
    uint32_t *word = buffer;
    for (unsigned i = 0; i < BLOCK_SECTOR_SIZE / 4; i++)
        word[i] = nr * 0x9e3779b1u + seed * 0x85ebca6bu + i;
}

static inline bool is_sector(const void *buffer, uint32_t nr, uint32_t seed)
{
    uint32_t want[BLOCK_SECTOR_SIZE / 4];
    fill_sector(want, nr, seed);
    return !memcmp(buffer, want, sizeof want);
}

#endif
