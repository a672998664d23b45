/* SPDX-License-Identifier: MIT
 * For tests of vm/: a stage on which races are played in a fixed order.
 *
 * A small disk in memory whose transfers can be stopped: after gate_close(), the next transfer
 * waits in the disk until gate_open(), and gate_wait() returns once it is there.  So a test puts
 * another thread exactly between the start and the end of an I/O.  The tests run in the kernel
 * without disks of its own; address spaces are driven through vm_fault(), and user addresses are
 * used directly once their page is mapped.
 */
#ifndef TESTS_VM_STAGE_H
#define TESTS_VM_STAGE_H

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include "devices/block.h"
#include "devices/timer.h"
#include "tests/ktest.h"
#include "threads/kstat.h"
#include "threads/malloc.h"
#include "threads/mmu.h"
#include "threads/palloc.h"
#include "threads/thread.h"
#include "vm/page.h"

#define STAGE_SLOTS 48

/* ---- The disk ------------------------------------------------------------------------------ */

static struct {
    char *slot[STAGE_SLOTS];
    bool closed;             /* The next transfer stops. */
    bool fail;               /* Transfers fail. */
    uint32_t bad_slot;       /* Those that touch this slot fail; 0: none. */
    struct semaphore inside; /* Up when a transfer has stopped. */
    struct semaphore go;     /* Down by the one that stopped. */
    unsigned reads, writes;
    struct block *dev;
} stage;

static bool touches_bad_slot(const struct block_io *io)
{
    uint32_t first = io->sector / 8, end = (io->sector + io->sectors + 7) / 8;
    return stage.bad_slot != 0 && first <= stage.bad_slot && stage.bad_slot < end;
}

static int stage_transfer(void *aux, const struct block_io *io, int attempt)
{
    if (stage.closed) {
        stage.closed = false;
        sema_up(&stage.inside);
        struct wait_reason outer = thread_wait_begin(WAIT_IO, stage.dev, "stage");
        sema_down(&stage.go);
        thread_wait_end(outer);
    }
    if (stage.fail || touches_bad_slot(io))
        return -EIO;
    *(io->write ? &stage.writes : &stage.reads) += 1;
    struct block_walk walk = block_walk_start(io);
    void *data;
    uint32_t sectors;
    for (block_sector_t s = io->sector; block_walk_next(&walk, &data, &sectors); s += sectors) {
        char *disk = stage.slot[s / 8] + s % 8 * BLOCK_SECTOR_SIZE;
        KTEST_ASSERT(s % 8 + sectors <= 8);
        memcpy(io->write ? disk : data, io->write ? data : disk, sectors * BLOCK_SECTOR_SIZE);
    }
    return 0;
}

static inline void stage_init(void)
{
    static const struct block_operations ops = {
        .max_sectors = 256, .max_segs = 16, .transfer = stage_transfer};
    for (int i = 0; i < STAGE_SLOTS; i++)
        stage.slot[i] = palloc_get_page(PAL_ASSERT | PAL_ZERO);
    sema_init(&stage.inside, 0);
    sema_init(&stage.go, 0);
    stage.dev = block_register("stage", BLOCK_RAW, STAGE_SLOTS * 8, &ops, NULL);
}

/* The disk serves as swap. */
static inline void stage_swap(void)
{
    stage_init();
    swap_attach(stage.dev);
    KTEST_ASSERT(swap_total_slots() == STAGE_SLOTS);
}

static inline void gate_close(void)
{
    stage.closed = true;
}

/* Returns when a transfer has stopped at the gate; fails if none comes. */
static inline void gate_wait(void)
{
    for (int i = 0; i < 100; i++) {
        if (sema_try_down(&stage.inside))
            return;
        timer_sleep(1);
    }
    fail("no transfer came to the disk");
}

static inline void gate_open(void)
{
    sema_up(&stage.go);
}

/* ---- Address spaces ------------------------------------------------------------------------ */

#define STAGE_BASE 0x10000000u

/* An address space with PAGES anonymous writable pages at STAGE_BASE. */
static inline struct aspace *stage_aspace(size_t pages)
{
    struct aspace *as = aspace_create(NULL);
    KTEST_ASSERT(as != NULL);
    aspace_set_name(as, "stage");
    struct region_spec spec = {
        .start = STAGE_BASE, .length = pages * PGSIZE, .kind = REGION_PRIVATE, .writable = true};
    KTEST_ASSERT(aspace_map(as, &spec) == 0);
    return as;
}

static inline uintptr_t stage_addr(unsigned page)
{
    return STAGE_BASE + page * PGSIZE;
}

/* Fills PAGE of AS with WORD, through the kernel. */
static inline void stage_fill(struct aspace *as, unsigned page, uint32_t word)
{
    uint32_t words[64];
    for (unsigned i = 0; i < 64; i++)
        words[i] = word + i;
    for (unsigned ofs = 0; ofs < PGSIZE; ofs += sizeof words)
        KTEST_ASSERT(aspace_write(as, stage_addr(page) + ofs, words, sizeof words) == 0);
}

static inline struct mpage *stage_page(struct aspace *as, unsigned page)
{
    lock_acquire(&vm_lock);
    struct upage *u = spt_find(as, stage_addr(page));
    struct mpage *p = u != NULL ? u->page : NULL;
    lock_release(&vm_lock);
    return p;
}

/* Fails unless PAGE of AS is resident and holds what stage_fill() put there. */
static inline void stage_expect(struct aspace *as, unsigned page, uint32_t word)
{
    KTEST_ASSERT(vm_fault(as, stage_addr(page), false, 0) == 0);
    lock_acquire(&vm_lock);
    const struct mpage *p = spt_find(as, stage_addr(page))->page;
    KTEST_ASSERT(p->state == MPAGE_RESIDENT);
    const uint32_t *pte = pte_find(spt_find(as, stage_addr(page)));
    KTEST_ASSERT(pte != NULL && (*pte & PTE_P));
    const uint32_t *data = pte_page(*pte);
    for (unsigned i = 0; i < PGSIZE / 4; i++)
        if (data[i] != word + i % 64)
            fail("page %u, word %u: 0x%08x instead of 0x%08x", page, i, data[i], word + i % 64);
    lock_release(&vm_lock);
}

/* ---- Another thread ------------------------------------------------------------------------ */

struct actor {
    void (*act)(struct actor *);
    struct aspace *as;
    unsigned page;
    struct vobj *vobj;
    int result;
    bool done;
    struct semaphore ended;
};

static inline void actor_run(void *a_)
{
    struct actor *a = a_;
    a->act(a);
    a->done = true;
    sema_up(&a->ended);
}

static inline void actor_start(struct actor *a)
{
    a->done = false;
    sema_init(&a->ended, 0);
    KTEST_ASSERT(thread_create("actor", PRI_DEFAULT, actor_run, a) != TID_ERROR);
}

static inline void actor_join(struct actor *a)
{
    for (int i = 0; i < 200 && !a->done; i++)
        timer_sleep(1);
    if (!a->done)
        fail("the other thread never came back");
}

/* Gives A time to end; fails if it does: it should be waiting. */
static inline void actor_expect_waiting(const struct actor *a, const char *what)
{
    timer_sleep(3);
    if (a->done)
        fail("%s", what);
}

static inline void act_evict(struct actor *a)
{
    a->result = pageout_one(FRAME_USER);
}

static inline void act_fault(struct actor *a)
{
    a->result = vm_fault(a->as, stage_addr(a->page), false, 0);
}

/* ---- The baseline -------------------------------------------------------------------------- */

struct baseline {
    size_t user, cache, slots;
    uint64_t promised;
};

static inline struct baseline baseline_take(void)
{
    return (struct baseline){palloc_count(PAGE_USER), palloc_count(PAGE_CACHE), swap_free_slots(),
                             kstat_read(kstat_find("vm.pages_promised"))};
}

static inline void baseline_expect(const struct baseline *b)
{
    lock_acquire(&vm_lock);
    KTEST_ASSERT(palloc_count(PAGE_USER) == b->user);
    KTEST_ASSERT(palloc_count(PAGE_CACHE) == b->cache);
    KTEST_ASSERT(swap_free_slots() == b->slots);
    KTEST_ASSERT(frames_busy == 0);
    KTEST_ASSERT(kstat_read(kstat_find("vm.pages_promised")) == b->promised);
    lock_release(&vm_lock);
}

#endif
