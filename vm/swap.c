/* SPDX-License-Identifier: MIT
 * The swap map: which slots of the swap device hold a page.
 *
 * A slot belongs to one mpage from swap_alloc() until swap_free(), wherever the page is; the
 * mpage keeps it over swap-in, so that a page not written since can leave again for free.
 * The map is under vm_lock; the I/O is done without.
 */
#include <debug.h>
#include <stdio.h>
#include "threads/kstat.h"
#include "threads/palloc.h"
#include "vm/page.h"

#define SLOT_SECTORS (PGSIZE / BLOCK_SECTOR_SIZE)
/* More slots could not be used: each page on the disk costs the kernel about 60 bytes of memory. */
#define SLOTS_PER_FRAME 64

KSTAT_DEFINE(swap_outs, "vm", "swap_outs", "pages", "pages written to swap");
KSTAT_DEFINE(swap_writes, "vm", "swap_writes", "commands", "write commands that took them there");

static struct block *device;
static uint32_t *used; /* One bit a slot. */
static size_t slots, free_slots, next_slot;

static uint64_t count_slots(void)
{
    return slots;
}
static uint64_t count_used(void)
{
    return slots - free_slots;
}
KSTAT_GAUGE(g_slots, "vm", "swap_slots", "pages", "slots of the swap device", count_slots);
KSTAT_GAUGE(g_used, "vm", "swap_slots_used", "pages", "slots that hold a page", count_used);

void swap_attach(struct block *dev)
{
    if (dev == NULL) {
        printf("swap: no swap device: pages of programs stay in memory\n");
        return;
    }
    size_t n = block_size(dev) / SLOT_SECTORS;
    if (n > palloc_frames_total() * SLOTS_PER_FRAME)
        n = palloc_frames_total() * SLOTS_PER_FRAME;
    if (n == 0) {
        printf("swap: %s: smaller than a page: not used\n", block_name(dev));
        return;
    }
    used = palloc_get_multiple(PAL_ZERO, (n / 8 + PGSIZE) / PGSIZE);
    if (used == NULL) {
        printf("swap: %s: no memory for a map of %zu slots: not used\n", block_name(dev), n);
        return;
    }
    device = dev;
    slots = free_slots = n;
}

size_t swap_free_slots(void)
{
    return free_slots;
}

size_t swap_total_slots(void)
{
    return slots;
}

bool swap_slot_in_use(uint32_t slot)
{
    return slot < slots && (used[slot / 32] >> slot % 32 & 1);
}

/* The length of the free run at SLOT, up to MAX. */
static unsigned run_at(size_t slot, unsigned max)
{
    unsigned n = 0;
    while (n < max && slot + n < slots && !swap_slot_in_use(slot + n))
        n++;
    return n;
}

/* Looks in [SLOT, END) for a longer free run than the *GOT slots at *BEST, up to COUNT. */
static void find_run(size_t slot, size_t end, unsigned count, size_t *best, unsigned *got)
{
    while (slot < end && *got < count) {
        if (slot % 32 == 0 && used[slot / 32] == UINT32_MAX) {
            slot += 32;
            continue;
        }
        unsigned n = run_at(slot, count);
        if (n > *got) {
            *got = n;
            *best = slot;
        }
        slot += n + 1;
    }
}

uint32_t swap_alloc(unsigned count, unsigned *got)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    *got = 0;
    if (free_slots == 0)
        return SWAP_NONE;
    size_t first = 0;
    find_run(next_slot, slots, count, &first, got);
    find_run(0, next_slot, count, &first, got);
    ASSERT(*got > 0);
    for (unsigned i = 0; i < *got; i++)
        used[(first + i) / 32] |= 1u << (first + i) % 32;
    free_slots -= *got;
    next_slot = first + *got;
    return first;
}

void swap_free(uint32_t slot)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    ASSERT(swap_slot_in_use(slot));
    used[slot / 32] &= ~(1u << slot % 32);
    free_slots++;
}

int swap_read(uint32_t slot, void *kva)
{
    ASSERT(slot < slots);
    struct block_seg seg = {.data = kva, .sectors = SLOT_SECTORS};
    return block_readv(device, slot * SLOT_SECTORS, &seg, 1);
}

int swap_write(uint32_t first, const struct block_seg *segs, unsigned count)
{
    ASSERT(first + count <= slots);
    kstat_add(&swap_outs, count);
    kstat_inc(&swap_writes);
    return block_writev(device, first * SLOT_SECTORS, segs, count);
}
