/* SPDX-License-Identifier: MIT
 * The supplementary page table of an address space, and its page tables.
 *
 * The spt is a hash of upages by page number, so that neighbours lie in neighbouring chains; it
 * grows while it may take a single page.  Page tables come when a page is mapped and go
 * with the address space.  All under vm_lock.
 */
#include <debug.h>
#include <string.h>
#include "threads/kstat.h"
#include "threads/malloc.h"
#include "threads/mmu.h"
#include "threads/palloc.h"
#include "vm/page.h"

#define SPT_CHAINS_MIN 32
#define SPT_CHAINS_MAX 512 /* 2 kB: a size that malloc() has. */

static struct upage **chain(const struct aspace *as, uintptr_t addr)
{
    return &as->spt[(addr >> PGBITS) & as->spt_mask];
}

bool spt_init(struct aspace *as)
{
    as->spt = calloc(SPT_CHAINS_MIN, sizeof *as->spt);
    as->spt_mask = SPT_CHAINS_MIN - 1;
    return as->spt != NULL;
}

struct upage *spt_find(const struct aspace *as, uintptr_t addr)
{
    struct upage *u = *chain(as, addr);
    while (u != NULL && u->addr != addr)
        u = u->spt_next;
    return u;
}

/* Doubles the chains.  Without memory the table stays as it is, only slower. */
static void grow(struct aspace *as)
{
    size_t old = as->spt_mask + 1;
    struct upage **spt = malloc_atomic(2 * old * sizeof *spt);
    if (spt == NULL)
        return;
    struct upage **old_spt = as->spt;
    memset(spt, 0, 2 * old * sizeof *spt);
    as->spt = spt;
    as->spt_mask = 2 * old - 1;
    for (size_t i = 0; i < old; i++) {
        for (struct upage *u = old_spt[i], *next; u != NULL; u = next) {
            next = u->spt_next;
            u->spt_next = *chain(as, u->addr);
            *chain(as, u->addr) = u;
        }
    }
    free(old_spt);
}

/* The first mapper of a file page makes its frame a user frame. */
static void add_mapper(struct upage *u, struct mpage *page)
{
    if (page->mappers == NULL && page->frame != NULL && page->frame->use != FRAME_USER)
        frame_set_use(page->frame, FRAME_USER);
    u->page = page;
    u->map_next = page->mappers;
    u->map_prev = &page->mappers;
    if (u->map_next != NULL)
        u->map_next->map_prev = &u->map_next;
    page->mappers = u;
}

static void remove_mapper(struct upage *u)
{
    struct mpage *page = u->page;
    *u->map_prev = u->map_next;
    if (u->map_next != NULL)
        u->map_next->map_prev = u->map_prev;
    if (page->mappers == NULL && page->frame != NULL && page->kind == MPAGE_FILE)
        frame_set_use(page->frame, FRAME_CACHE);
}

struct upage *spt_insert(struct aspace *as, uintptr_t addr, struct mpage *page)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    struct upage *u = malloc_atomic(sizeof *u);
    if (u == NULL)
        return NULL;
    if (as->upages > 2 * as->spt_mask && as->spt_mask + 1 < SPT_CHAINS_MAX)
        grow(as);
    u->as = as;
    u->addr = addr;
    u->spt_next = *chain(as, addr);
    *chain(as, addr) = u;
    as->upages++;
    add_mapper(u, page);
    return u;
}

void spt_remove(struct upage *u)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    struct upage **link = chain(u->as, u->addr);
    while (*link != u)
        link = &(*link)->spt_next;
    *link = u->spt_next;
    u->as->upages--;
    pte_clear(u);
    remove_mapper(u);
    page_unref(u->page);
    free(u);
}

void spt_replace(struct upage *u, struct mpage *page)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    struct mpage *old = u->page;
    pte_clear(u);
    remove_mapper(u);
    add_mapper(u, page);
    page_unref(old);
}

/* Removes those upages of one chain that lie in [START, END). */
static void remove_from_chain(struct aspace *as, size_t i, uintptr_t start, uintptr_t end)
{
    for (struct upage *u = as->spt[i], *next; u != NULL; u = next) {
        next = u->spt_next;
        if (u->addr >= start && u->addr < end)
            spt_remove(u);
    }
}

/* A short range is looked up page by page, a long one by going through the table; in either case
 * others get vm_lock every so often. */
void spt_remove_range(struct aspace *as, uintptr_t start, uintptr_t end)
{
    size_t pages = (end - start) >> PGBITS;
    bool by_chain = pages > SPT_CHAINS_MAX;
    for (size_t i = 0;; i++) {
        if (i % 16 == 0) {
            if (i > 0)
                lock_release(&vm_lock);
            lock_acquire(&vm_lock);
        }
        if (i >= (by_chain ? as->spt_mask + 1 : pages))
            break;
        if (by_chain) {
            remove_from_chain(as, i, start, end);
        } else {
            struct upage *u = spt_find(as, start + (i << PGBITS));
            if (u != NULL)
                spt_remove(u);
        }
    }
    lock_release(&vm_lock);
}

/* ---- Page tables --------------------------------------------------------------------------- */

uint32_t *pte_find(const struct aspace *as, uintptr_t addr)
{
    uint32_t pde = as->pagedir[addr >> PDE_SHIFT];
    return pde & PTE_P ? (uint32_t *)pte_page(pde) + pt_no((void *)addr) : NULL;
}

uint32_t *pte_make(struct aspace *as, uintptr_t addr)
{
    uint32_t *pde = &as->pagedir[addr >> PDE_SHIFT];
    if (!(*pde & PTE_P)) {
        void *table = palloc_get_tagged(PAGE_TABLE, PAL_ZERO | PAL_ATOMIC);
        if (table == NULL)
            return NULL;
        *pde = vtop(table) | PTE_P | PTE_W | PTE_U;
    }
    return pte_find(as, addr);
}

void pte_clear(const struct upage *u)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    uint32_t *pte = pte_find(u->as, u->addr);
    if (pte == NULL || !(*pte & PTE_P))
        return;
    uint32_t old = __atomic_exchange_n(pte, 0, __ATOMIC_SEQ_CST);
    mmu_invalidate((void *)u->addr);
    if (old & PTE_D)
        u->page->dirty = true;
}
