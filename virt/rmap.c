/* SPDX-License-Identifier: MIT
 * Shadow leaves, and the lists of all leaves of a frame.
 *
 * The lists are those of a hash by frame number, of nodes of 8 bytes; a leaf's own frame says which
 * of a list's nodes count.  Nodes come from pages that the fault's kit brought, and an empty page
 * goes back at once.  A table is cleared as a whole, with one look at each list it is on: so a page
 * that is mapped thousands of times costs its length for each table, not for each entry.
 */
#include <debug.h>
#include "threads/palloc.h"
#include "threads/vaddr.h"
#include "virt/vm.h"
#include "vm/page.h"

struct node {
    spte_ref ref;
    struct node *next; /* In its list, or of its chunk's free ones. */
};

/* A page of nodes; on the list of those with a free one, or full. */
#define CHUNK_NODES ((PGSIZE - 16) / sizeof(struct node))
struct chunk {
    struct chunk *next, **link;
    struct node *free;
    unsigned used;
    struct node nodes[CHUNK_NODES];
};

#define BUCKETS (PGSIZE / sizeof(void *) - 1)
struct rmap {
    struct chunk *chunks; /* With a free node. */
    struct node *bucket[BUCKETS];
};
static_assert(sizeof(struct chunk) == PGSIZE && sizeof(struct rmap) == PGSIZE, "pages");

static struct node **bucket(struct vm *vm, pfn_t pfn)
{
    return &vm->mmu.rmap->bucket[pfn % BUCKETS];
}

/* ---- Entries -------------------------------------------------------------------------------- */

uint64_t spte_read(spte_ref ref)
{
    return ref & SPTE_PAE ? *(uint64_t *)(ref - SPTE_PAE) : *(uint32_t *)ref;
}

static void spte_write(spte_ref ref, uint64_t spte)
{
    if (ref & SPTE_PAE)
        *(uint64_t *)(ref - SPTE_PAE) = spte;
    else
        *(uint32_t *)ref = spte;
}

static pfn_t pfn_of(uint64_t spte)
{
    return (spte & ~SPTE_NX) >> PGBITS;
}

/* What the CPU noted in SPTE, which goes, is the frame's from now on. */
static void fold(uint64_t spte)
{
    struct frame *f = &frames[pfn_of(spte)];
    ASSERT(f->page != NULL);
    if (spte & PTE_A)
        f->referenced = true;
    if (spte & PTE_D)
        f->page->dirty = true;
}

/* SPTE, the present entry at REF, goes, but not from its list. */
static void drop(struct vm *vm, spte_ref ref, uint64_t spte)
{
    spte_write(ref, 0);
    fold(spte);
    vm->mmu.removals++;
}

/* ---- Nodes ---------------------------------------------------------------------------------- */

static void chunk_link(struct rmap *r, struct chunk *c)
{
    c->next = r->chunks;
    c->link = &r->chunks;
    if (c->next != NULL)
        c->next->link = &c->next;
    r->chunks = c;
}

static void chunk_unlink(struct chunk *c)
{
    *c->link = c->next;
    if (c->next != NULL)
        c->next->link = c->link;
}

/* Makes sure that there is a free node. */
static bool node_reserve(struct rmap *r, struct mmu_kit *kit)
{
    if (r->chunks != NULL)
        return true;
    struct chunk *c = mmu_kit_take(kit);
    if (c == NULL)
        return false;
    for (unsigned i = 0; i < CHUNK_NODES; i++) {
        c->nodes[i].next = c->free;
        c->free = &c->nodes[i];
    }
    chunk_link(r, c);
    return true;
}

static struct node *node_take(struct rmap *r)
{
    struct chunk *c = r->chunks;
    struct node *n = c->free;
    c->free = n->next;
    c->used++;
    if (c->free == NULL)
        chunk_unlink(c);
    return n;
}

static void node_free(struct rmap *r, struct node *n)
{
    struct chunk *c = pg_round_down(n);
    if (c->free == NULL)
        chunk_link(r, c);
    n->next = c->free;
    c->free = n;
    if (--c->used == 0) {
        chunk_unlink(c);
        mmu_page_free(c);
    }
}

/* Takes the node that *LINK points to off its list. */
static void unlink(struct vm *vm, struct node **link)
{
    struct node *n = *link;
    *link = n->next;
    node_free(vm->mmu.rmap, n);
}

/* ---- One leaf ------------------------------------------------------------------------------- */

#define RIGHTS (PTE_W | PTE_U)

static bool loses_right(uint64_t old, uint64_t new)
{
    return (old & RIGHTS & ~new) || (new & ~old &SPTE_NX);
}

bool spte_set(struct vm *vm, spte_ref ref, pfn_t pfn, uint64_t bits, struct mmu_kit *kit)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    uint64_t old = spte_read(ref);
    uint64_t new = (uint64_t)pfn << PGBITS | PTE_P | bits;
    if ((old & PTE_P) && pfn_of(old) == pfn) {
        new |= old &(PTE_A | PTE_D);
        vm->mmu.removals += loses_right(old, new);
    } else {
        if (!node_reserve(vm->mmu.rmap, kit))
            return false;
        struct node *n = node_take(vm->mmu.rmap);
        spte_clear(vm, ref);
        struct node **list = bucket(vm, pfn);
        *n = (struct node){ref, *list};
        *list = n;
    }
    spte_write(ref, new);
    vm->counters.fills++;
    return true;
}

uint64_t spte_clear(struct vm *vm, spte_ref ref)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    uint64_t spte = spte_read(ref);
    if (!(spte & PTE_P))
        return 0;
    struct node **link = bucket(vm, pfn_of(spte));
    while ((*link)->ref != ref)
        link = &(*link)->next;
    unlink(vm, link);
    drop(vm, ref, spte);
    return spte;
}

/* ---- A table -------------------------------------------------------------------------------- */

/* Takes all nodes of TABLE's leaves off the list of PFN's bucket, and notes in DONE which. */
static void unlink_table(struct vm *vm, pfn_t pfn, uintptr_t table, unsigned size, uint32_t *done)
{
    for (struct node **link = bucket(vm, pfn); *link != NULL;) {
        uintptr_t ref = (*link)->ref;
        if ((ref & ~(uintptr_t)PGMASK) != table) {
            link = &(*link)->next;
            continue;
        }
        unsigned i = (ref & PGMASK) / size;
        done[i / 32] |= 1u << i % 32;
        unlink(vm, link);
    }
}

unsigned spte_clear_table(struct vm *vm, void *table, bool pae)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    uint32_t done[PTES_PER_PAGE / 32] = {0};
    unsigned size = pae ? 8 : 4, count = 0;
    for (unsigned i = 0; i < PGSIZE / size; i++) {
        spte_ref ref = ((uintptr_t)table + i * size) | pae;
        uint64_t spte = spte_read(ref);
        if (!(spte & PTE_P))
            continue;
        if (!(done[i / 32] & 1u << i % 32))
            unlink_table(vm, pfn_of(spte), (uintptr_t)table, size, done);
        drop(vm, ref, spte);
        count++;
    }
    return count;
}

/* ---- A frame -------------------------------------------------------------------------------- */

uint32_t rmap_zap(struct vm *vm, pfn_t pfn)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    uint32_t had = 0;
    for (struct node **link = bucket(vm, pfn); *link != NULL;) {
        spte_ref ref = (*link)->ref;
        uint64_t spte = spte_read(ref);
        if (pfn_of(spte) != pfn) {
            link = &(*link)->next;
            continue;
        }
        had |= spte & (PTE_A | PTE_D);
        unlink(vm, link);
        drop(vm, ref, spte);
        vm->counters.notified++;
    }
    return had;
}

/* Clears BITS in all leaves of PFN; returns which of them some had. */
static uint32_t clear_bits(struct vm *vm, pfn_t pfn, uint32_t bits)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    uint32_t had = 0;
    for (struct node *n = *bucket(vm, pfn); n != NULL; n = n->next) {
        uint64_t spte = spte_read(n->ref);
        if (pfn_of(spte) != pfn || !(spte & bits))
            continue;
        had |= spte & bits;
        spte_write(n->ref, spte & ~(uint64_t)bits);
        vm->mmu.removals++;
    }
    return had;
}

void rmap_protect(struct vm *vm, pfn_t pfn)
{
    clear_bits(vm, pfn, PTE_W);
}

uint32_t rmap_test(struct vm *vm, pfn_t pfn, uint32_t bits, bool clear)
{
    if (clear)
        return clear_bits(vm, pfn, bits);
    uint32_t has = 0;
    for (struct node *n = *bucket(vm, pfn); n != NULL; n = n->next) {
        uint64_t spte = spte_read(n->ref);
        if (pfn_of(spte) == pfn)
            has |= spte & bits;
    }
    return has;
}

void rmap_each(struct vm *vm, pfn_t pfn, void (*fn)(void *ctx, spte_ref ref), void *ctx)
{
    for (struct node *n = *bucket(vm, pfn); n != NULL; n = n->next)
        if (pfn_of(spte_read(n->ref)) == pfn)
            fn(ctx, n->ref);
}
