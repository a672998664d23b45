/* SPDX-License-Identifier: MIT
 * The supplementary page table of an address space, and its page tables.
 *
 * A leaf holds the upages of 16 adjoining pages (64 kB), so that a neighbour costs no allocation
 * and fork() can copy sixteen at a time.  Leaves are found by a hash of their base address; most
 * accesses are near the last one and find it at once.  A page table comes when a page is mapped and
 * goes with the address space; a leaf remembers where in its table its PTEs are.  All under
 * vm_lock.
 */
#include <debug.h>
#include <errno.h>
#include <string.h>
#include "threads/malloc.h"
#include "threads/mmu.h"
#include "threads/palloc.h"
#include "vm/page.h"

#define BUCKETS_MIN 16
#define BUCKETS_MAX 256

static struct spt_leaf **bucket(const struct aspace *as, uintptr_t base)
{
    return &as->leaves[(base / LEAF_SPAN) & as->leaf_mask];
}

bool spt_init(struct aspace *as)
{
    as->leaves = calloc(BUCKETS_MIN, sizeof *as->leaves);
    as->leaf_mask = BUCKETS_MIN - 1;
    return as->leaves != NULL;
}

/* ---- Leaves --------------------------------------------------------------------------------- */

static struct spt_leaf *find_leaf(struct aspace *as, uintptr_t base)
{
    struct spt_leaf *leaf = as->last_leaf;
    if (leaf != NULL && leaf->base == base)
        return leaf;
    leaf = *bucket(as, base);
    while (leaf != NULL && leaf->base != base)
        leaf = leaf->next;
    if (leaf != NULL)
        as->last_leaf = leaf;
    return leaf;
}

/* Doubles the buckets.  Without memory the table stays as it is, only slower. */
static void grow(struct aspace *as)
{
    size_t old = as->leaf_mask + 1;
    struct spt_leaf **grown = malloc_atomic(2 * old * sizeof *grown);
    if (grown == NULL)
        return;
    struct spt_leaf **before = as->leaves;
    memset(grown, 0, 2 * old * sizeof *grown);
    as->leaves = grown;
    as->leaf_mask = 2 * old - 1;
    for (size_t i = 0; i < old; i++) {
        for (struct spt_leaf *leaf = before[i], *next; leaf != NULL; leaf = next) {
            next = leaf->next;
            leaf->next = *bucket(as, leaf->base);
            *bucket(as, leaf->base) = leaf;
        }
    }
    free(before);
}

static struct spt_leaf *create_leaf(struct aspace *as, uintptr_t base)
{
    struct spt_leaf *leaf = malloc_atomic(sizeof *leaf);
    if (leaf == NULL)
        return NULL;
    memset(leaf, 0, sizeof *leaf);
    if (as->leaf_count++ > 2 * as->leaf_mask && as->leaf_mask + 1 < BUCKETS_MAX)
        grow(as);
    leaf->as = as;
    leaf->base = base;
    for (int i = 0; i < LEAF_PAGES; i++)
        leaf->u[i].leaf = leaf;
    leaf->next = *bucket(as, base);
    *bucket(as, base) = leaf;
    as->last_leaf = leaf;
    return leaf;
}

/* LEAF holds no upage any more. */
static void free_leaf(struct spt_leaf *leaf)
{
    struct aspace *as = leaf->as;
    struct spt_leaf **link = bucket(as, leaf->base);
    while (*link != leaf)
        link = &(*link)->next;
    *link = leaf->next;
    as->leaf_count--;
    if (as->last_leaf == leaf)
        as->last_leaf = NULL;
    free(leaf);
}

/* ---- Upages --------------------------------------------------------------------------------- */

static unsigned slot_of(uintptr_t addr)
{
    return (addr >> PGBITS) % LEAF_PAGES;
}

struct upage *spt_find(struct aspace *as, uintptr_t addr)
{
    struct spt_leaf *leaf = find_leaf(as, addr & ~(LEAF_SPAN - 1));
    if (leaf == NULL)
        return NULL;
    struct upage *u = &leaf->u[slot_of(addr)];
    return u->page != NULL ? u : NULL;
}

/* Who keeps copies of U's entry counts on its page no longer to be changed by nobody else. */
static NO_INLINE void tell_changing(const struct upage *u)
{
    aspace_notify_changing(upage_aspace(u), upage_addr(u), true);
}

static ALWAYS_INLINE bool is_copied(const struct upage *u)
{
    return __builtin_expect(upage_aspace(u)->notifiers != NULL, 0);
}

/* The first mapper of a file page makes its frame a user frame. */
static ALWAYS_INLINE void add_mapper(struct upage *u, struct mpage *page)
{
    if (page->mappers == NULL && page->frame != NULL && page->frame->use != FRAME_USER)
        frame_set_use(page->frame, FRAME_USER, upage_aspace(u)->group);
    if (page->mappers != NULL && is_copied(page->mappers))
        tell_changing(page->mappers);
    u->page = page;
    u->map_next = page->mappers;
    u->map_prev = &page->mappers;
    if (u->map_next != NULL)
        u->map_next->map_prev = &u->map_next;
    page->mappers = u;
}

static ALWAYS_INLINE void remove_mapper(struct upage *u)
{
    struct mpage *page = u->page;
    *u->map_prev = u->map_next;
    if (u->map_next != NULL)
        u->map_next->map_prev = u->map_prev;
    u->page = NULL;
    const struct page_group *left = upage_aspace(u)->group;
    if (page->mappers != NULL) {
        if (upage_aspace(page->mappers)->group != left)
            page_group_inherit(page, left);
    } else if (page->frame != NULL && page->kind == MPAGE_FILE)
        frame_set_use(page->frame, FRAME_CACHE, NULL);
}

struct upage *spt_insert(struct aspace *as, uintptr_t addr, struct mpage *page)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    uintptr_t base = addr & ~(LEAF_SPAN - 1);
    struct spt_leaf *leaf = find_leaf(as, base);
    if (leaf == NULL && (leaf = create_leaf(as, base)) == NULL)
        return NULL;
    struct upage *u = &leaf->u[slot_of(addr)];
    ASSERT(u->page == NULL);
    leaf->used++;
    as->upages++;
    add_mapper(u, page);
    return u;
}

/* U stands for no page any more; its leaf still counts it. */
static ALWAYS_INLINE void detach(struct upage *u)
{
    struct mpage *page = u->page;
    if (is_copied(u))
        tell_changing(u);
    if (u->leaf->ptes != NULL)
        pte_clear(u);
    remove_mapper(u);
    page_unref(page);
}

/* N upages of LEAF were detached. */
static void uncount(struct spt_leaf *leaf, unsigned n)
{
    leaf->as->upages -= n;
    leaf->used -= n;
    if (leaf->used == 0)
        free_leaf(leaf);
}

void spt_remove(struct upage *u)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    detach(u);
    uncount(u->leaf, 1);
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

/* ---- Ranges --------------------------------------------------------------------------------- */

/* Removes the upages of LEAF in [START, END), with the last one the leaf.  Were there any? */
static bool empty_leaf(struct spt_leaf *leaf, uintptr_t start, uintptr_t end)
{
    unsigned from = start > leaf->base ? (start - leaf->base) >> PGBITS : 0;
    unsigned to = end - leaf->base < LEAF_SPAN ? (end - leaf->base) >> PGBITS : LEAF_PAGES;
    unsigned n = 0;
    for (struct upage *u = leaf->u + from; u < leaf->u + to; u++) {
        if (u->page != NULL) {
            detach(u);
            n++;
        }
    }
    if (n > 0)
        uncount(leaf, n);
    return n > 0;
}

/* Empties one leaf of a bucket's chain.  Was there one to empty? */
static bool empty_one_of(struct spt_leaf *leaf, uintptr_t start, uintptr_t end)
{
    for (struct spt_leaf *next; leaf != NULL; leaf = next) {
        next = leaf->next;
        if (leaf->base < end && leaf->base + (LEAF_SPAN - 1) >= start &&
            empty_leaf(leaf, start, end))
            return true;
    }
    return false;
}

/* Others get vm_lock after each leaf. */
static void let_others_in(void)
{
    lock_release(&vm_lock);
    lock_acquire(&vm_lock);
}

/* A short range is looked up leaf by leaf, a long one by going through the whole table. */
void spt_remove_range(struct aspace *as, uintptr_t start, uintptr_t end)
{
    lock_acquire(&vm_lock);
    if ((end - start) / LEAF_SPAN > as->leaf_mask) {
        for (size_t i = 0; i <= as->leaf_mask; i++)
            while (empty_one_of(as->leaves[i], start, end))
                let_others_in();
    } else {
        for (uintptr_t base = start & ~(LEAF_SPAN - 1); base < end; base += LEAF_SPAN) {
            struct spt_leaf *leaf = find_leaf(as, base);
            if (leaf != NULL && empty_leaf(leaf, start, end))
                let_others_in();
        }
    }
    lock_release(&vm_lock);
}

void spt_unmap_range(struct aspace *as, uintptr_t start, uintptr_t end)
{
    lock_acquire(&vm_lock);
    for (size_t i = 0; i <= as->leaf_mask; i++)
        for (struct spt_leaf *leaf = as->leaves[i]; leaf != NULL; leaf = leaf->next)
            for (struct upage *u = leaf->u; u < leaf->u + LEAF_PAGES; u++)
                if (u->page != NULL && upage_addr(u) >= start && upage_addr(u) < end)
                    pte_clear(u);
    lock_release(&vm_lock);
}

/* ---- Fork ----------------------------------------------------------------------------------- */

/* Must the child know the page, or will its own fault find it, in a file or in shared memory? */
static bool is_private(const struct upage *u)
{
    return u->page != NULL && u->page->kind == MPAGE_ANON && !u->page->shared;
}

static inline void share_upage(struct upage *u, struct upage *copy, uint32_t *pte)
{
    if (pte != NULL && (*pte & (PTE_W | PTE_WATCHED))) {
        if (is_copied(u))
            aspace_notify_protect(upage_aspace(u), upage_addr(u), pte_frame(*pte));
        *pte &= ~(PTE_W | PTE_WATCHED);
        mmu_invalidate((void *)upage_addr(u));
    }
    page_ref(u->page);
    add_mapper(copy, u->page);
}

/* False if there is no memory for the child's leaf. */
static bool fork_leaf(const struct spt_leaf *leaf, struct aspace *child)
{
    struct spt_leaf *copy = NULL;
    for (unsigned i = 0; i < LEAF_PAGES; i++) {
        struct upage *u = (struct upage *)&leaf->u[i];
        if (!is_private(u))
            continue;
        if (copy == NULL && (copy = create_leaf(child, leaf->base)) == NULL)
            return false;
        share_upage(u, &copy->u[i], leaf->ptes != NULL ? &leaf->ptes[i] : NULL);
        copy->used++;
    }
    if (copy != NULL)
        child->upages += copy->used;
    return true;
}

/* The parent's as_lock keeps its leaves from coming and going; those that a reclaimer of a doomed
 * parent takes are gone from the bucket before the next look. */
static int fork_bucket(struct aspace *parent, size_t i, struct aspace *child)
{
    for (struct spt_leaf *leaf = parent->leaves[i]; leaf != NULL;) {
        if (find_leaf(child, leaf->base) != NULL || fork_leaf(leaf, child)) {
            leaf = leaf->next;
            continue;
        }
        lock_release(&vm_lock);
        int err = frame_make_memory();
        lock_acquire(&vm_lock);
        if (err != 0)
            return -ENOMEM;
        leaf = parent->leaves[i];
    }
    return 0;
}

int spt_fork(struct aspace *parent, struct aspace *child)
{
    int err = 0;
    lock_acquire(&vm_lock);
    for (size_t i = 0; i <= parent->leaf_mask && err == 0; i++) {
        err = fork_bucket(parent, i, child);
        let_others_in();
    }
    lock_release(&vm_lock);
    return err;
}

/* ---- Page tables ---------------------------------------------------------------------------- */

static uint32_t *find_pte(const struct aspace *as, uintptr_t addr)
{
    uint32_t pde = as->pagedir[addr >> PDE_SHIFT];
    return pde & PTE_P ? (uint32_t *)pte_page(pde) + pt_no((void *)addr) : NULL;
}

uint32_t *pte_find(const struct upage *u)
{
    struct spt_leaf *leaf = u->leaf;
    if (leaf->ptes == NULL)
        leaf->ptes = find_pte(leaf->as, leaf->base);
    return leaf->ptes != NULL ? &leaf->ptes[u - leaf->u] : NULL;
}

bool pte_has_table(const struct aspace *as, uintptr_t addr)
{
    return as->pagedir[addr >> PDE_SHIFT] & PTE_P;
}

bool pte_make_table(struct aspace *as, uintptr_t addr)
{
    if (pte_has_table(as, addr))
        return true;
    void *table = palloc_get_tagged(PAGE_TABLE, PAL_ZERO | PAL_ATOMIC);
    if (table == NULL)
        return false;
    as->pagedir[addr >> PDE_SHIFT] = vtop(table) | PTE_P | PTE_W | PTE_U;
    as->tables++;
    page_group_charge(as->group);
    return true;
}

void pte_watch(const struct upage *u)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    uint32_t *pte = pte_find(u);
    if (pte == NULL || !(*pte & PTE_W))
        return;
    __atomic_fetch_or(pte, PTE_WATCHED, __ATOMIC_RELAXED);
    __atomic_fetch_and(pte, ~PTE_W, __ATOMIC_RELAXED);
    mmu_invalidate((void *)upage_addr(u));
}

/* U's PTE is about to go: copies of it that are kept elsewhere go before.  Returns their bits. */
static NO_INLINE uint32_t clear_copies(const struct upage *u, uint32_t pte)
{
    uint32_t bits = aspace_notify_invalidate(upage_aspace(u), upage_addr(u), pte_frame(pte));
    if (bits & PTE_A)
        u->page->frame->referenced = true;
    return bits;
}

/* A leaf knows its PTEs since one of its pages was first mapped. */
void pte_clear(const struct upage *u)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    if (u->leaf->ptes == NULL)
        return;
    uint32_t *pte = &u->leaf->ptes[u - u->leaf->u];
    if (!(*pte & PTE_P))
        return;
    uint32_t copies = 0;
    if (is_copied(u))
        copies = clear_copies(u, *pte);
    uint32_t old = __atomic_exchange_n(pte, 0, __ATOMIC_SEQ_CST);
    mmu_invalidate((void *)upage_addr(u));
    if ((old | copies) & PTE_D)
        u->page->dirty = true;
}
