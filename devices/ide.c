/* SPDX-License-Identifier: MIT
 * ATA disks behind the PC's two IDE channels, by bus-master DMA where PCI offers it, else by PIO.
 *
 * A channel carries out one command at a time; threads that want one take turns in the order in
 * which they came.  A command:
 *
 *     expect()   from now on an interrupt is an answer, and a lack of one a timeout
 *     issue()    writes the task file
 *     await()    sleeps on the channel's semaphore
 *
 * DMA has one answer at the end; PIO has one per block of sectors, which are then copied through
 * the data port.  A disk that does not answer, or is stuck busy, gets its channel reset, and the
 * command fails; block.c repeats commands that fail.
 *
 * Devices that are not there are told by their status register (0xff where no channel is, 0 where
 * no device is), without waiting for anything.
 *
 * Register and bit names are those of ATA/ATAPI-6; the bus master's those of Intel's PIIX3 data
 * sheet (82371SB), section 2.7.
 */
#include "devices/ide.h"

#include <debug.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devices/block.h"
#include "devices/partition.h"
#include "devices/pci.h"
#include "devices/timer.h"
#include "devices/turnstile.h"
#include "threads/cmdline.h"
#include "threads/interrupt.h"
#include "threads/io.h"
#include "threads/malloc.h"
#include "threads/synch.h"
#include "threads/vaddr.h"

/* Task file, relative to a channel's base port. */
#define REG_DATA 0
#define REG_COUNT 2
#define REG_LBA_LOW 3
#define REG_LBA_MID 4
#define REG_LBA_HIGH 5
#define REG_DEVICE 6
#define REG_STATUS 7 /* on reading; acknowledges the interrupt */
#define REG_COMMAND 7

/* Control port: reading gives the status without acknowledging. */
#define CONTROL_RESET 0x04

#define DEVICE_LBA 0xe0 /* with two bits that used to be fixed */
#define DEVICE_UNIT 0x10

#define STATUS_ERR 0x01
#define STATUS_DRQ 0x08
#define STATUS_DF 0x20
#define STATUS_BSY 0x80
#define STATUS_NO_CHANNEL 0xff
#define STATUS_NO_DEVICE 0x00

#define COMMAND_IDENTIFY 0xec
#define COMMAND_SET_MULTIPLE 0xc6
#define COMMAND_FLUSH_CACHE 0xe7

/* Bus master, relative to a channel's bus-master port. */
#define BM_COMMAND 0
#define BM_STATUS 2
#define BM_PRD_ADDRESS 4
#define BM_START 0x01
#define BM_TO_MEMORY 0x08
#define BM_ERROR 0x02
#define BM_INTERRUPT 0x04

#define CHANNEL_CNT 2
#define MAX_SECTORS 256
#define MAX_SEGS 60
#define PRD_CNT 128 /* two for each segment, one for each 64 kB of a command */
#define LBA28_END (1u << 28)

#define TIMEOUT_TICKS (10 * TIMER_FREQ)
#define LOST_TIMEOUT_TICKS (TIMER_FREQ / 5) /* when the answer is known not to come */

/* A physical region descriptor: memory that does not cross a multiple of 64 kB. */
struct prd {
    uint32_t address;
    uint16_t bytes; /* 0 means 64 kB */
    uint16_t flags;
};
#define PRD_LAST 0x8000
static_assert(sizeof(struct prd) == 8, "hardware layout");

struct channel {
    /* Constant once booted. */
    char name[5];
    uint8_t vector;
    uint16_t base, control;
    uint16_t bm; /* bus master's ports, or 0 */
    struct prd *prds;

    struct turnstile turns;

    /* The thread whose turn it is and the interrupt handlers; interrupts off. */
    enum { IDLE, EXPECTING, ANSWERED, TIMED_OUT } state;
    bool dma;          /* the command uses the bus master */
    uint8_t status;    /* of the device, at the answer */
    uint8_t bm_status; /* of the bus master, at the answer */
    struct semaphore done;
    struct timer_alarm timeout;
};

struct disk {
    struct channel *channel;
    uint8_t unit; /* 0 or 1 */
    bool dma, lba48;
    uint8_t multiple; /* sectors for each interrupt in PIO */
    block_sector_t size;
};

static struct channel channels[CHANNEL_CNT] = {
    {.name = "ide0", .vector = 0x2e, .base = 0x1f0, .control = 0x3f6},
    {.name = "ide1", .vector = 0x2f, .base = 0x170, .control = 0x376},
};
/* Aligned so that neither crosses a multiple of 64 kB. */
static struct prd prd_tables[CHANNEL_CNT][PRD_CNT] __attribute__((aligned(1024)));
static bool pio_only;

static int option_ide(const char *value)
{
    if (value == NULL || (strcmp(value, "pio") && strcmp(value, "dma")))
        return -EINVAL;
    pio_only = !strcmp(value, "pio");
    return 0;
}
CMDLINE_OPTION(ide, option_ide, "dma|pio: how IDE disks transfer data");

/* ---- Answers ---- */

/* Ends the wait for an answer, if there is one.  Interrupts off. */
static void answer(struct channel *c, int state)
{
    if (c->state == EXPECTING) {
        c->state = state;
        sema_up(&c->done);
    }
}

static void time_out(void *channel)
{
    answer(channel, TIMED_OUT);
}

/* An interrupt answers the command only if device and bus master agree: it may be a late one of a
 * command before, or one that the interrupt controller made up. */
static void ide_interrupt(struct intr_frame *frame)
{
    struct channel *c = &channels[frame->vec_no - channels[0].vector];
    uint8_t bm_status = c->dma ? inb(c->bm + BM_STATUS) : BM_INTERRUPT;
    uint8_t status = inb(c->base + REG_STATUS);
    if (!(bm_status & BM_INTERRUPT) || (status & STATUS_BSY))
        return;
    c->bm_status = bm_status;
    c->status = status;
    answer(c, ANSWERED);
}

static void expect(struct channel *c, int64_t ticks)
{
    c->state = EXPECTING;
    timer_alarm_set(&c->timeout, ticks, time_out, c);
}

/* Sleeps until the device answered and was content.  -ETIMEDOUT or -EIO if not. */
static int await(struct channel *c)
{
    struct wait_reason outer = thread_wait_begin(WAIT_IO, c, c->name);
    sema_down(&c->done);
    thread_wait_end(outer);
    timer_alarm_cancel(&c->timeout);
    if (c->state == TIMED_OUT)
        return -ETIMEDOUT;
    return c->status & (STATUS_ERR | STATUS_DF) ? -EIO : 0;
}

/* ---- The task file ---- */

/* Waits for a device that should be ready at once.  -ETIMEDOUT if it is not so in about 1 ms. */
static int poll(struct channel *c, uint8_t mask, uint8_t wanted)
{
    for (int i = 0; i < 1000; i++)
        if ((inb(c->control) & mask) == wanted)
            return 0;
    return -ETIMEDOUT;
}

/* Writes the task file for sectors SECTOR...SECTOR+CNT-1 of D, and starts the command: COMMAND, or
 * COMMAND_EXT if the sectors need more than 28 bits. */
static int issue(struct disk *d, block_sector_t sector, uint32_t cnt, uint8_t command,
                 uint8_t command_ext)
{
    struct channel *c = d->channel;
    bool ext = sector >= LBA28_END || sector + cnt > LBA28_END;
    uint8_t device = DEVICE_LBA | (d->unit != 0 ? DEVICE_UNIT : 0);

    outb(c->base + REG_DEVICE, ext ? device : device | sector >> 24);
    int error = poll(c, STATUS_BSY | STATUS_DRQ, 0);
    if (error != 0)
        return error;
    if (ext) {
        outb(c->base + REG_COUNT, cnt >> 8);
        outb(c->base + REG_LBA_LOW, sector >> 24);
        outb(c->base + REG_LBA_MID, 0);
        outb(c->base + REG_LBA_HIGH, 0);
    }
    outb(c->base + REG_COUNT, cnt);
    outb(c->base + REG_LBA_LOW, sector);
    outb(c->base + REG_LBA_MID, sector >> 8);
    outb(c->base + REG_LBA_HIGH, sector >> 16);
    outb(c->base + REG_COMMAND, ext ? command_ext : command);
    return 0;
}

/* A command without data. */
static int simple_command(struct disk *d, uint32_t cnt, uint8_t command)
{
    expect(d->channel, TIMEOUT_TICKS);
    int error = issue(d, 0, cnt, command, command);
    return error != 0 ? error : await(d->channel);
}

/* Resets both devices of a channel, and sleeps until they are usable, at most about 3 s. */
static void reset(struct channel *c)
{
    c->state = IDLE;
    c->dma = false;
    timer_alarm_cancel(&c->timeout);
    if (c->bm != 0)
        outb(c->bm + BM_COMMAND, 0);
    outb(c->control, CONTROL_RESET);
    timer_udelay(5);
    outb(c->control, 0);
    timer_sleep(2); /* at least one whole tick; 2 ms are asked for */
    for (int i = 0; i < 3 * TIMER_FREQ && (inb(c->control) & STATUS_BSY); i++)
        timer_sleep(1);
    (void)inb(c->base + REG_STATUS);
    while (sema_try_down(&c->done))
        continue;
}

/* ---- Transfers ---- */

static bool dma_can_reach(const struct block_io *io)
{
    struct block_walk walk = block_walk_start(io);
    void *data;
    uint32_t sectors;

    while (block_walk_next(&walk, &data, &sectors)) {
        uintptr_t start = (uintptr_t)data;
        if (start < LOADER_PHYS_BASE || start >= LOADER_PHYS_BASE + RAM_MAX || start % 2 != 0)
            return false;
    }
    return true;
}

static void prds_fill(struct prd *prd, const struct block_io *io)
{
    struct block_walk walk = block_walk_start(io);
    void *data;
    uint32_t sectors;

    while (block_walk_next(&walk, &data, &sectors)) {
        uint32_t address = vtop(data);
        for (uint32_t left = sectors * BLOCK_SECTOR_SIZE; left > 0;) {
            uint32_t bytes = 0x10000 - address % 0x10000;
            if (bytes > left)
                bytes = left;
            *prd++ = (struct prd){.address = address, .bytes = bytes & 0xffff};
            address += bytes;
            left -= bytes;
        }
    }
    prd[-1].flags = PRD_LAST;
}

static int dma_transfer(struct disk *d, const struct block_io *io)
{
    struct channel *c = d->channel;

    c->dma = true;
    prds_fill(c->prds, io);
    outl(c->bm + BM_PRD_ADDRESS, vtop(c->prds));
    outb(c->bm + BM_STATUS, BM_ERROR | BM_INTERRUPT); /* writing ones clears them */
    expect(c, io->lose ? LOST_TIMEOUT_TICKS : TIMEOUT_TICKS);
    if (!io->lose) {
        int error = io->write ? issue(d, io->sector, io->sectors, 0xca, 0x35)
                              : issue(d, io->sector, io->sectors, 0xc8, 0x25);
        if (error != 0)
            return error; /* reset() follows */
        outb(c->bm + BM_COMMAND, BM_START | (io->write ? 0 : BM_TO_MEMORY));
    }
    int error = await(c);
    c->dma = false;
    outb(c->bm + BM_COMMAND, 0);
    return error == 0 && (c->bm_status & BM_ERROR) ? -EIO : error;
}

/* The next N sectors of WALK through the data port. */
static void pio_block(struct channel *c, struct block_walk *walk, uint32_t n, bool write)
{
    void *data;
    uint32_t sectors;

    walk->left = n;
    while (block_walk_next(walk, &data, &sectors)) {
        if (write)
            outsw(c->base + REG_DATA, data, sectors * (BLOCK_SECTOR_SIZE / 2));
        else
            insw(c->base + REG_DATA, data, sectors * (BLOCK_SECTOR_SIZE / 2));
    }
}

static uint32_t block_length(const struct disk *d, uint32_t left)
{
    return left < d->multiple ? left : d->multiple;
}

static int pio_read(struct disk *d, const struct block_io *io)
{
    struct channel *c = d->channel;
    struct block_walk walk = block_walk_start(io);

    expect(c, TIMEOUT_TICKS);
    int error = d->multiple > 1 ? issue(d, io->sector, io->sectors, 0xc4, 0x29)
                                : issue(d, io->sector, io->sectors, 0x20, 0x24);
    for (uint32_t left = io->sectors; error == 0 && left > 0;) {
        uint32_t n = block_length(d, left);
        error = await(c);
        if (error == 0 && !(c->status & STATUS_DRQ))
            error = -ETIMEDOUT;
        if (error != 0)
            break;
        left -= n;
        if (left > 0)
            expect(c, TIMEOUT_TICKS); /* the answer may come as soon as the data is taken */
        pio_block(c, &walk, n, false);
    }
    return error;
}

static int pio_write(struct disk *d, const struct block_io *io)
{
    struct channel *c = d->channel;
    struct block_walk walk = block_walk_start(io);

    int error = d->multiple > 1 ? issue(d, io->sector, io->sectors, 0xc5, 0x39)
                                : issue(d, io->sector, io->sectors, 0x30, 0x34);
    for (uint32_t left = io->sectors; error == 0 && left > 0;) {
        uint32_t n = block_length(d, left);
        error = poll(c, STATUS_BSY | STATUS_DRQ, STATUS_DRQ); /* the first has no interrupt */
        if (error != 0)
            break;
        expect(c, TIMEOUT_TICKS);
        pio_block(c, &walk, n, true);
        left -= n;
        error = await(c);
    }
    return error;
}

static int lost_transfer(struct channel *c)
{
    expect(c, LOST_TIMEOUT_TICKS);
    return await(c);
}

static int pio_transfer(struct disk *d, const struct block_io *io)
{
    if (io->lose)
        return lost_transfer(d->channel);
    return io->write ? pio_write(d, io) : pio_read(d, io);
}

static void set_multiple(struct disk *d)
{
    if (d->multiple > 1 && simple_command(d, d->multiple, COMMAND_SET_MULTIPLE) != 0)
        d->multiple = 1;
}

static int ide_transfer(void *disk, const struct block_io *io, int attempt)
{
    struct disk *d = disk;

    turnstile_enter(&d->channel->turns);
    int error = d->dma && dma_can_reach(io) ? dma_transfer(d, io) : pio_transfer(d, io);
    if (error == -ETIMEDOUT) {
        printf("%s: no answer, resetting\n", d->channel->name);
        reset(d->channel);
        set_multiple(d);
    }
    turnstile_leave(&d->channel->turns);
    return error != 0 ? -EIO : 0;
}

static int ide_flush(void *disk)
{
    struct disk *d = disk;

    turnstile_enter(&d->channel->turns);
    int error = simple_command(d, 0, COMMAND_FLUSH_CACHE);
    if (error == -ETIMEDOUT)
        reset(d->channel);
    turnstile_leave(&d->channel->turns);
    return error != 0 ? -EIO : 0;
}

static const struct block_operations ide_operations = {
    .max_sectors = MAX_SECTORS,
    .max_segs = MAX_SEGS,
    .transfer = ide_transfer,
    .flush = ide_flush,
};

/* ---- Finding disks ---- */

/* Words of IDENTIFY DEVICE data. */
#define ID_CAPABILITIES 49
#define ID_CAP_DMA 0x0100
#define ID_CAP_LBA 0x0200
#define ID_MULTIPLE 47 /* low byte: most sectors for READ MULTIPLE */
#define ID_SIZE_28 60
#define ID_FEATURES 83
#define ID_FEATURE_LBA48 0x0400
#define ID_SIZE_48 100

/* Selects a device and reads its 256 words of IDENTIFY data.  False if no disk answers. */
static bool identify(struct disk *d, uint16_t id[256])
{
    struct channel *c = d->channel;

    outb(c->base + REG_DEVICE, DEVICE_LBA | (d->unit != 0 ? DEVICE_UNIT : 0));
    for (int i = 0; i < 4; i++) /* 400 ns until the status is the selected device's */
        (void)inb(c->control);
    uint8_t status = inb(c->control);
    if (status == STATUS_NO_CHANNEL || status == STATUS_NO_DEVICE)
        return false;
    int error = simple_command(d, 0, COMMAND_IDENTIFY);
    if (error == -ETIMEDOUT)
        reset(c);
    if (error != 0 || !(c->status & STATUS_DRQ)) /* a CD-ROM drive refuses, for instance */
        return false;
    insw(c->base + REG_DATA, id, 256);
    return true;
}

static block_sector_t size_from_id(const struct disk *d, const uint16_t id[256])
{
    if (!d->lba48) {
        block_sector_t size = id[ID_SIZE_28] | (uint32_t)id[ID_SIZE_28 + 1] << 16;
        return size < LBA28_END ? size : LBA28_END;
    }
    if (id[ID_SIZE_48 + 2] != 0 || id[ID_SIZE_48 + 3] != 0)
        return UINT32_MAX;
    return id[ID_SIZE_48] | (uint32_t)id[ID_SIZE_48 + 1] << 16;
}

static void register_disk(struct disk *d, const uint16_t id[256])
{
    char name[4] = {'h', 'd', 'a' + (d->channel - channels) * 2 + d->unit, '\0'};

    if (!(id[ID_CAPABILITIES] & ID_CAP_LBA)) {
        printf("%s: a disk without LBA is not supported\n", name);
        return;
    }
    struct disk *disk = malloc(sizeof *disk);
    if (disk == NULL)
        PANIC("no memory for disk %s", name);
    *disk = *d;
    disk->lba48 = id[ID_FEATURES] & ID_FEATURE_LBA48;
    disk->size = size_from_id(disk, id);
    disk->dma = disk->channel->bm != 0 && (id[ID_CAPABILITIES] & ID_CAP_DMA);
    disk->multiple = disk->dma || (id[ID_MULTIPLE] & 0xff) < 2 ? 1 : id[ID_MULTIPLE] & 0xff;
    set_multiple(disk);
    printf("%s: %" PRDSNu " sectors, %s\n", name, disk->size, disk->dma ? "DMA" : "PIO");
    partition_scan(block_register(name, BLOCK_RAW, disk->size, &ide_operations, disk));
}

static void probe_channel(struct channel *c, uint16_t id[256])
{
    for (int unit = 0; unit < 2; unit++) {
        struct disk d = {.channel = c, .unit = unit, .multiple = 1};
        if (identify(&d, id))
            register_disk(&d, id);
    }
}

static void init_channel(struct channel *c, uint16_t bm)
{
    turnstile_init(&c->turns, c->name);
    sema_init(&c->done, 0);
    c->bm = bm;
    c->prds = prd_tables[c - channels];
    outb(c->control, 0); /* not in reset, interrupts on */
    intr_register_ext(c->vector, ide_interrupt, c->name);
}

/* The bus master's ports, or 0. */
static uint16_t find_bus_master(void)
{
    struct pci_dev dev;

    if (pio_only || !pci_find_class(PCI_CLASS_IDE, 0, &dev))
        return 0;
    uint16_t port = pci_bar_port(dev, 4);
    if (port != 0)
        pci_enable(dev, PCI_COMMAND_IO | PCI_COMMAND_MASTER);
    return port;
}

void ide_init(void)
{
    uint16_t bm = find_bus_master();
    uint16_t *id = malloc(256 * sizeof *id);

    if (id == NULL)
        PANIC("no memory to probe disks");
    for (int i = 0; i < CHANNEL_CNT; i++) {
        if (inb(channels[i].control) == STATUS_NO_CHANNEL)
            continue;
        init_channel(&channels[i], bm != 0 ? bm + i * 8 : 0);
        probe_channel(&channels[i], id);
    }
    free(id);
}
