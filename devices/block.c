/* SPDX-License-Identifier: MIT
 * Block devices: the list of them, roles, bounds, splitting, retries, counters.
 *
 * A request is checked against its device's size, cut into commands that the disk can take, and
 * each command is tried up to ATTEMPTS times.  A partition has no driver of its own: its commands
 * go to its disk with its start added.
 *
 * The list and the roles are written while booting only, by one thread, and have no lock.  Drivers
 * serialise commands; the counters need no lock.
 */
#include "devices/block.h"

#include <debug.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devices/block-fault.h"
#include "threads/cmdline.h"
#include "threads/failnth.h"
#include "threads/init.h"
#include "threads/interrupt.h"
#include "threads/jitter.h"
#include "threads/kstat.h"
#include "threads/malloc.h"

#define ATTEMPTS 4

enum { READS, WRITES, SECTORS_READ, SECTORS_WRITTEN, ERRORS, RETRIES, COUNTER_CNT };

struct block {
    struct block *next;
    char name[12];
    char group[20]; /* of the counters: disk.NAME */
    enum block_type type;
    block_sector_t size;

    /* A partition: */
    struct block *disk; /* NULL for a disk */
    block_sector_t start;

    /* A disk: */
    const struct block_operations *ops;
    void *aux;
    struct block_fault fault;

    struct kstat counters[COUNTER_CNT];
};

static struct block *first, *last;
static struct block *roles[BLOCK_ROLE_CNT];

const char *block_type_name(enum block_type type)
{
    static const char *const names[] = {"kernel", "filesys", "scratch", "swap", "raw", "foreign"};
    ASSERT(type < BLOCK_CNT);
    return names[type];
}

block_sector_t block_size(const struct block *block)
{
    return block->size;
}

const char *block_name(const struct block *block)
{
    return block->name;
}

enum block_type block_type(const struct block *block)
{
    return block->type;
}

struct block *block_first(void)
{
    return first;
}

struct block *block_next(const struct block *block)
{
    return block->next;
}

struct block *block_get_by_name(const char *name)
{
    struct block *block = first;
    while (block != NULL && strcmp(block->name, name) != 0)
        block = block->next;
    return block;
}

/* ---- Roles ---- */

static const char *role_option[BLOCK_ROLE_CNT];

static int set_role_option(enum block_type role, const char *value)
{
    if (value == NULL || *value == '\0')
        return -EINVAL;
    role_option[role] = value;
    return 0;
}

static int option_filesys(const char *value)
{
    return set_role_option(BLOCK_FILESYS, value);
}

static int option_scratch(const char *value)
{
    return set_role_option(BLOCK_SCRATCH, value);
}

static int option_swap(const char *value)
{
    return set_role_option(BLOCK_SWAP, value);
}

CMDLINE_OPTION(filesys, option_filesys, "BDEV: use BDEV as file system");
CMDLINE_OPTION(scratch, option_scratch, "BDEV: use BDEV for put and get");
CMDLINE_OPTION(swap, option_swap, "BDEV: use BDEV for swap");

struct block *block_get_role(enum block_type role)
{
    ASSERT(role < BLOCK_ROLE_CNT);
    return roles[role];
}

void block_set_role(enum block_type role, struct block *block)
{
    ASSERT(role < BLOCK_ROLE_CNT);
    roles[role] = block;
}

/* OPTION=VALUE on the command line names a device that is not there. */
static NO_RETURN void refuse_name(const char *option, const char *value)
{
    printf("-%s=%s: no such block device; there are:", option, value);
    for (struct block *b = first; b != NULL; b = b->next)
        printf(" %s", b->name);
    printf(first == NULL ? " none\n" : "\n");
    init_refuse();
}

static struct block *first_of_type(enum block_type type)
{
    struct block *block = first;
    while (block != NULL && block->type != type)
        block = block->next;
    return block;
}

void block_assign_roles(void)
{
    const char *plan = block_fault_unarmed();
    if (plan != NULL)
        refuse_name("disk-fail", plan);
    for (enum block_type role = 0; role < BLOCK_ROLE_CNT; role++) {
        if (role_option[role] != NULL) {
            roles[role] = block_get_by_name(role_option[role]);
            if (roles[role] == NULL)
                refuse_name(block_type_name(role), role_option[role]);
        } else if (roles[role] == NULL) {
            roles[role] = first_of_type(role);
        }
    }
}

/* ---- Transfers ---- */

static void count_command(struct block *block, const struct block_io *io)
{
    kstat_inc(&block->counters[io->write ? WRITES : READS]);
    kstat_add(&block->counters[io->write ? SECTORS_WRITTEN : SECTORS_READ], io->sectors);
}

static void count_event(struct block *block, struct block *disk, int counter)
{
    kstat_inc(&block->counters[counter]);
    if (disk != block)
        kstat_inc(&disk->counters[counter]);
}

/* One attempt at a command to DISK. */
static int attempt_command(struct block *disk, struct block_io *io, int attempt)
{
    count_command(disk, io);
    io->lose = false;
    switch (block_fault_next(&disk->fault)) {
    case FAULT_ERROR:
        return -EIO;
    case FAULT_LOSE:
        io->lose = true;
        break;
    case FAULT_NONE:
        break;
    }
    return disk->ops->transfer(disk->aux, io, attempt);
}

static int run_command(struct block *block, struct block_io *io)
{
    struct block *disk = block;
    if (block->disk != NULL) {
        disk = block->disk;
        io->sector += block->start;
    }
    jitter_point();
    for (int attempt = 0;; attempt++) {
        if (disk != block)
            count_command(block, io);
        int error = attempt_command(disk, io, attempt);
        if (error == 0)
            return 0;
        if (attempt == ATTEMPTS - 1) {
            count_event(block, disk, ERRORS);
            printf("%s: %s of %" PRIu32 " sectors at %" PRDSNu " failed %d times\n", disk->name,
                   io->write ? "write" : "read", io->sectors, io->sector, ATTEMPTS);
            return error;
        }
        count_event(block, disk, RETRIES);
    }
}

/* How many of the next LEFT sectors, from SKIP into SEGS, one command can take. */
static uint32_t command_length(const struct block_operations *ops, const struct block_seg *segs,
                               uint32_t skip, uint32_t left)
{
    struct block_io io = {.segs = segs, .skip = skip, .sectors = left};
    struct block_walk walk = block_walk_start(&io);
    void *data;
    uint32_t sectors, total = 0;

    if (io.sectors > ops->max_sectors)
        walk.left = ops->max_sectors;
    for (uint32_t cnt = 0; cnt < ops->max_segs && block_walk_next(&walk, &data, &sectors); cnt++)
        total += sectors;
    return total;
}

/* The sectors in all segments, or 0 if they do not lie on BLOCK from SECTOR on. */
static uint32_t request_length(const struct block *block, block_sector_t sector,
                               const struct block_seg *segs, size_t nsegs)
{
    uint64_t total = 0;
    for (size_t i = 0; i < nsegs; i++)
        total += segs[i].sectors;
    return total <= block->size && sector <= block->size - total ? total : 0;
}

static int transfer(struct block *block, bool write, block_sector_t sector,
                    const struct block_seg *segs, size_t nsegs)
{
    ASSERT(!intr_context());
    ASSERT(intr_get_level() == INTR_ON);

    const struct block_operations *ops = (block->disk != NULL ? block->disk : block)->ops;
    uint32_t left = request_length(block, sector, segs, nsegs);
    if (left == 0)
        return -EINVAL;
    if (fail_nth(write ? "a write" : "a read"))
        return -EIO;
    for (uint32_t done = 0; left > 0;) {
        struct block_io io = {.write = write, .sector = sector + done, .segs = segs, .skip = done};
        io.sectors = command_length(ops, segs, done, left);
        int error = run_command(block, &io);
        if (error != 0)
            return error;
        done += io.sectors;
        left -= io.sectors;
    }
    return 0;
}

int block_readv(struct block *block, block_sector_t sector, const struct block_seg *segs,
                size_t nsegs)
{
    return transfer(block, false, sector, segs, nsegs);
}

int block_writev(struct block *block, block_sector_t sector, const struct block_seg *segs,
                 size_t nsegs)
{
    return transfer(block, true, sector, segs, nsegs);
}

int block_read(struct block *block, block_sector_t sector, void *buffer)
{
    struct block_seg seg = {buffer, 1};
    return transfer(block, false, sector, &seg, 1);
}

int block_write(struct block *block, block_sector_t sector, const void *buffer)
{
    struct block_seg seg = {(void *)buffer, 1};
    return transfer(block, true, sector, &seg, 1);
}

int block_flush(struct block *block)
{
    struct block *disk = block->disk != NULL ? block->disk : block;
    return disk->ops->flush != NULL ? disk->ops->flush(disk->aux) : 0;
}

/* ---- Registration ---- */

static void add_counters(struct block *block)
{
    static const struct {
        const char *name, *unit, *help;
    } what[COUNTER_CNT] = {
        [READS] = {"reads", "commands", "read commands, attempts included"},
        [WRITES] = {"writes", "commands", "write commands, attempts included"},
        [SECTORS_READ] = {"sectors_read", "sectors", "sectors in read commands"},
        [SECTORS_WRITTEN] = {"sectors_written", "sectors", "sectors in write commands"},
        [ERRORS] = {"errors", "commands", "commands given up"},
        [RETRIES] = {"retries", "attempts", "attempts after a failed one"},
    };
    snprintf(block->group, sizeof block->group, "disk.%s", block->name);
    for (int i = 0; i < COUNTER_CNT; i++) {
        struct kstat *k = &block->counters[i];
        k->group = block->group;
        k->name = what[i].name;
        k->unit = what[i].unit;
        k->help = what[i].help;
        kstat_register(k);
    }
}

static struct block *add(const char *name, enum block_type type, block_sector_t size)
{
    struct block *block = calloc(1, sizeof *block);
    if (block == NULL)
        PANIC("no memory for block device %s", name);
    strlcpy(block->name, name, sizeof block->name);
    block->type = type;
    block->size = size;
    add_counters(block);
    if (last != NULL)
        last->next = block;
    else
        first = block;
    last = block;
    return block;
}

struct block *block_register(const char *name, enum block_type type, block_sector_t size,
                             const struct block_operations *ops, void *aux)
{
    struct block *block = add(name, type, size);
    block->ops = ops;
    block->aux = aux;
    block_fault_arm(&block->fault, name);
    return block;
}

struct block *block_register_partition(struct block *disk, unsigned number, enum block_type type,
                                       block_sector_t start, block_sector_t size)
{
    char name[sizeof disk->name];

    ASSERT(disk->disk == NULL && start <= disk->size && size <= disk->size - start);
    snprintf(name, sizeof name, "%s%u", disk->name, number);
    struct block *block = add(name, type, size);
    block->disk = disk;
    block->start = start;
    return block;
}

void block_set_fault(struct block *disk, struct block_fault plan)
{
    ASSERT(disk->disk == NULL);
    disk->fault = plan;
}
