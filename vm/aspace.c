/* SPDX-License-Identifier: MIT
 * Address spaces: promises of memory, life and end, writing into them.  What is mapped where:
 * region.c.
 */
#include <debug.h>
#include <errno.h>
#include <string.h>
#include "threads/cmdline.h"
#include "threads/kstat.h"
#include "threads/malloc.h"
#include "threads/mmu.h"
#include "threads/palloc.h"
#include "vm/page.h"
#include "vm_audit.h"

struct list aspaces = LIST_INITIALIZER(aspaces);

/* ---- Promises --------------------------------------------------------------------------------
 *
 * Each page that an address space may come to own (private writable pages, the stack so far) is
 * promised when it is mapped, and a promise that memory and swap together could not keep is
 * refused. So a program hears "no" at exec or mmap, rather than dying in the middle. */

static size_t promised; /* vm_lock. */
static bool overcommit;

static int option_overcommit(const char *value)
{
    overcommit = true;
    return value == NULL ? 0 : -EINVAL;
}
CMDLINE_OPTION(overcommit, option_overcommit,
               "promise more memory than there is; kill when it ends");

static uint64_t count_promised(void)
{
    return promised;
}
KSTAT_GAUGE(g_promised, "vm", "pages_promised", "pages", "private pages promised", count_promised);

/* The frames that the kernel does not need.  vm_lock held. */
static size_t frames_for_programs(void)
{
    size_t kernel = palloc_count(PAGE_KERNEL_IMAGE) + palloc_count(PAGE_HEAP) +
                    palloc_count(PAGE_TABLE) + PALLOC_RESERVE;
    size_t total = palloc_frames_total() + kept_spare(NULL);
    return total > kernel ? total - kernel : 0;
}

/* What an instruction needs at once beside the pages that were promised: text, and a page on its
 * way in from swap whose slot is not free yet. */
#define WORKING_FRAMES 6

/* A page, wherever it is, costs the kernel an mpage and a sixteenth of a leaf: 52 bytes of heap. */
#define PAGES_KEPT_BY_A_FRAME 78

/* What could be kept: swap, and those frames, less what the pages cost the kernel; however much
 * swap there is, a quarter of the frames stays for the pages. */
static size_t promise_limit(void)
{
    size_t ours = frames_for_programs();
    size_t bookkeeping = (swap_total_slots() + ours) / PAGES_KEPT_BY_A_FRAME;
    if (bookkeeping > ours / 4 * 3)
        return ours / 4 * 3 * PAGES_KEPT_BY_A_FRAME;
    size_t frames = frame_user_limit(ours - bookkeeping);
    return swap_total_slots() + (frames > WORKING_FRAMES ? frames - WORKING_FRAMES : 0);
}

bool commit_reserve(size_t pages)
{
    lock_acquire(&vm_lock);
    size_t limit = promise_limit();
    bool ok = overcommit || (pages <= limit && promised <= limit - pages);
    if (ok)
        promised += pages;
    lock_release(&vm_lock);
    return ok;
}

void commit_release(size_t pages)
{
    lock_acquire(&vm_lock);
    ASSERT(promised >= pages);
    promised -= pages;
    lock_release(&vm_lock);
}

/* ---- Life ---------------------------------------------------------------------------------- */

/* With fewer frames for programs than this there are no more address spaces: each of them, its page
 * tables and its thread cost about ten, and programs that have next to none only take pages from
 * each other. */
#define PROGRAM_FRAMES_MIN 64

static bool have_frames_for_another(void)
{
    lock_acquire(&vm_lock);
    bool enough = frames_for_programs() >= PROGRAM_FRAMES_MIN;
    lock_release(&vm_lock);
    return enough;
}

struct aspace *aspace_create(struct page_group *group)
{
    if (!have_frames_for_another())
        return NULL;
    struct aspace *as = calloc(1, sizeof *as);
    if (as == NULL)
        return NULL;
    as->pagedir = mmu_pagedir_create();
    if (as->pagedir == NULL || !spt_init(as)) {
        if (as->pagedir != NULL)
            mmu_pagedir_destroy(as->pagedir);
        free(as);
        return NULL;
    }
    lock_init(&as->as_lock);
    as->name = "?";
    as->group = group;
    as->grace = 50;
    as->magic = ASPACE_MAGIC;
    lock_acquire(&vm_lock);
    list_push_back(&aspaces, &as->elem);
    lock_release(&vm_lock);
    return as;
}

static void free_page_tables(struct aspace *as)
{
    for (int i = 0; i < PDE_KERNEL; i++)
        if (as->pagedir[i] & PTE_P)
            palloc_free_page(pte_page(as->pagedir[i]));
    mmu_pagedir_destroy(as->pagedir);
}

/* Nobody finds AS any more, and those who did have left it. */
static void take_off_list(struct aspace *as)
{
    lock_acquire(&vm_lock);
    ASSERT(as->upages == 0);
    list_remove(&as->elem);
    page_group_count(as->group, -(int)as->tables);
    oom_wait_visitors(as);
    vm_audit_point();
    lock_release(&vm_lock);
}

void aspace_destroy(struct aspace *as)
{
    ASSERT(as->magic == ASPACE_MAGIC);
    lock_acquire(&vm_lock);
    aspace_notify_release(as);
    lock_release(&vm_lock);
    spt_remove_range(as, 0, LOADER_PHYS_BASE);
    take_off_list(as);
    for (struct region *r = as->regions, *next; r != NULL; r = next) {
        next = r->next;
        region_free(r);
    }
    free_page_tables(as);
    free(as->leaves);
    as->magic = 0;
    free(as);
    frame_trim_cache();
}

uint32_t *aspace_pagedir(struct aspace *as)
{
    return as->pagedir;
}

bool aspace_doomed(const struct aspace *as)
{
    return as->doomed;
}

void aspace_set_name(struct aspace *as, const char *name)
{
    as->name = name;
}

/* ---- Writing from the kernel --------------------------------------------------------------- */

/* The frame of ADDR's page, pinned, once the page is there and the address space's own; NULL to try
 * again. */
static struct frame *pin_private(struct aspace *as, uintptr_t addr)
{
    struct frame *f = NULL;
    lock_acquire(&vm_lock);
    struct upage *u = spt_find(as, addr);
    if (u != NULL && u->page->kind == MPAGE_ANON && u->page->state == MPAGE_RESIDENT) {
        f = u->page->frame;
        u->page->dirty = true;
        frame_pin(f);
    }
    lock_release(&vm_lock);
    return f;
}

static int write_within_page(struct aspace *as, uintptr_t dst, const void *src, size_t n)
{
    uintptr_t page = (uintptr_t)pg_round_down((void *)dst);
    struct frame *f;
    do {
        int err = fault_resolve(as, page, true, true, page);
        if (err != 0)
            return err;
        f = pin_private(as, page);
    } while (f == NULL);
    memcpy((char *)frame_kva(f) + pg_ofs((void *)dst), src, n);
    lock_acquire(&vm_lock);
    frame_unpin(f);
    lock_release(&vm_lock);
    return 0;
}

int aspace_write(struct aspace *as, uintptr_t dst, const void *src, size_t n)
{
    while (n > 0) {
        size_t room = PGSIZE - pg_ofs((void *)dst);
        size_t chunk = n < room ? n : room;
        int err = write_within_page(as, dst, src, chunk);
        if (err != 0)
            return err;
        dst += chunk;
        src = (const char *)src + chunk;
        n -= chunk;
    }
    return 0;
}
