/* SPDX-License-Identifier: MIT
 * Disks in RAM that take time as a disk does.
 *
 * How long an emulated disk takes depends on the host, and with it the order in which threads run.
 * A RAM disk's command takes a time counted in instructions under -icount, so the whole run
 * repeats to the last counter.  The requester sleeps meanwhile, and others run.
 *
 * One command at a time, for both disks together, as on one IDE channel: so one alarm is enough.
 */
#include "devices/ramdisk.h"

#include <debug.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devices/block.h"
#include "devices/oneshot.h"
#include "devices/partition.h"
#include "devices/turnstile.h"
#include "threads/boot.h"
#include "threads/cmdline.h"
#include "threads/malloc.h"
#include "threads/synch.h"
#include "threads/vaddr.h"

#define SECTORS_PER_US 1 /* about 500 MB/s, once it is under way */
#define MAX_SECTORS 256

struct ramdisk {
    uint8_t *base;
};

static unsigned long latency_us = 80;
static unsigned long swap_kb;

static struct turnstile turns;
static struct semaphore done; /* the command of the moment */
static struct oneshot latency;

static int option_latency(const char *value)
{
    return cmdline_number(value, 0, 100000, &latency_us);
}
CMDLINE_OPTION_NAMED(ram_latency, "ram-latency", option_latency,
                     "US: time that a RAM disk takes for a command, besides 1 us a sector");

static int option_swap_size(const char *value)
{
    return cmdline_number(value, 0, RAM_MAX / 1024, &swap_kb);
}
CMDLINE_OPTION(ramswap, option_swap_size,
               "KB: make a RAM disk for swap in the RAM that -mem leaves");

static void complete(void)
{
    sema_up(&done);
}

static void wait_as_a_disk(uint32_t sectors)
{
    oneshot_start(&latency, latency_us + sectors / SECTORS_PER_US);
    struct wait_reason outer = thread_wait_begin(WAIT_IO, &turns, turns.name);
    sema_down(&done);
    thread_wait_end(outer);
}

static void copy(struct ramdisk *disk, const struct block_io *io)
{
    struct block_walk walk = block_walk_start(io);
    uint8_t *at = disk->base + (size_t)io->sector * BLOCK_SECTOR_SIZE;
    void *data;
    uint32_t sectors;

    while (block_walk_next(&walk, &data, &sectors)) {
        size_t bytes = (size_t)sectors * BLOCK_SECTOR_SIZE;
        if (io->write)
            memcpy(at, data, bytes);
        else
            memcpy(data, at, bytes);
        at += bytes;
    }
}

static int ramdisk_transfer(void *disk, const struct block_io *io, int attempt)
{
    if (io->lose)
        return -EIO;
    turnstile_enter(&turns);
    wait_as_a_disk(io->sectors);
    copy(disk, io);
    turnstile_leave(&turns);
    return 0;
}

static const struct block_operations ramdisk_operations = {
    .max_sectors = MAX_SECTORS,
    .max_segs = MAX_SECTORS,
    .transfer = ramdisk_transfer,
};

static struct block *add_disk(const char *name, enum block_type type, uint32_t paddr, size_t size)
{
    struct ramdisk *disk = malloc(sizeof *disk);
    if (disk == NULL)
        PANIC("no memory for disk %s", name);
    disk->base = ptov(paddr);
    block_sector_t sectors = size / BLOCK_SECTOR_SIZE;
    printf("%s: %" PRDSNu " sectors, RAM\n", name, sectors);
    return block_register(name, type, sectors, &ramdisk_operations, disk);
}

/* The boot loader's modules: disk images.  One without partitions serves in ROLE as a whole. */
static void add_module(size_t index, enum block_type role)
{
    char name[4] = {'r', 'd', 'a' + index, '\0'};
    const struct boot_module *module = &boot_modules[index];

    struct block *block = add_disk(name, BLOCK_RAW, module->paddr, module->size);
    if (partition_scan(block) == 0 && role < BLOCK_ROLE_CNT)
        block_set_role(role, block);
}

static void add_swap(void)
{
    size_t size = boot_spare.end - boot_spare.start;
    if (size > swap_kb * 1024)
        size = swap_kb * 1024;
    else if (size < swap_kb * 1024)
        printf("-ramswap=%lu: only %zu kB of RAM are above -mem\n", swap_kb, size / 1024);
    if (size > 0)
        add_disk("rds", BLOCK_SWAP, boot_spare.start, size);
}

void ramdisk_init(void)
{
    turnstile_init(&turns, "ramdisk");
    sema_init(&done, 0);
    oneshot_init(&latency, complete);
    for (size_t i = 0; i < boot_module_count; i++)
        add_module(i, i == 0 ? BLOCK_FILESYS : i == 1 ? BLOCK_SWAP : BLOCK_CNT);
    add_swap();
}
