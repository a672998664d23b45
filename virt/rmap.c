/* SPDX-License-Identifier: MIT
 * Shadow leaves, and the lists of all leaves of a frame.
 *
 * The lists are those of a hash by frame number, of nodes of 8 bytes; a leaf's own frame says which
 * of a list's nodes count.  Nodes come from pages that the fault's kit brought, and an empty page
 * goes back at once.  A table is cleared as a whole, with one look at each list it is on: so a page
 * that is mapped thousands of times costs its length for each table, not for each entry.
 */
#include <debug.h>
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

/* Frames lie below 4 GB: in the high word of an entry of 8 bytes there is nothing but SPTE_NX, and
 * this is the rest. */
static uint32_t *word_of(spte_ref ref)
{
    return (uint32_t *)(ref & ~(spte_ref)SPTE_PAE);
}

static bool is_of(spte_ref ref, pfn_t pfn)
{
    return pte_frame(*word_of(ref)) == pfn;
}

uint64_t spte_read(spte_ref ref)
{
    return ref & SPTE_PAE ? *(uint64_t *)word_of(ref) : *word_of(ref);
}

/* Another virtual CPU may run whenever this thread is preempted, and note a use in an entry: so
 * that none is lost, entries are read and written at once. */
static uint32_t exchange(uint32_t *word, uint32_t value)
{
    return __atomic_exchange_n(word, value, __ATOMIC_RELAXED);
}

/* The present entry at REF goes, but not from its list; what the CPU noted in it is the frame's
 * from now on. */
static void drop(struct vm *vm, spte_ref ref)
{
    uint32_t spte = exchange(word_of(ref), 0);
    struct frame *f = &frames[pte_frame(spte)];
    vm->mmu.removals++;
    if (spte & PTE_A)
        f->referenced = true;
    if (spte & PTE_D)
        f->page->dirty = true;
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

static void node_free(struct vm *vm, struct node *n)
{
    struct rmap *r = vm->mmu.rmap;
    struct chunk *c = pg_round_down(n);
    if (c->free == NULL)
        chunk_link(r, c);
    n->next = c->free;
    c->free = n;
    if (--c->used == 0) {
        chunk_unlink(c);
        mmu_page_free(vm, c);
    }
}

/* ---- Ends of leaves ------------------------------------------------------------------------- */

/* Ends the leaves of PFN's list of which MASK selects MATCH of the address; for a MASK of 0, those
 * of PFN itself.  Returns how many. */
static unsigned prune(struct vm *vm, pfn_t pfn, spte_ref mask, spte_ref match)
{
    unsigned count = 0;
    for (struct node **link = bucket(vm, pfn); *link != NULL;) {
        struct node *n = *link;
        if ((n->ref & mask) != match || (mask == 0 && !is_of(n->ref, pfn))) {
            link = &n->next;
            continue;
        }
        *link = n->next;
        drop(vm, n->ref);
        node_free(vm, n);
        count++;
    }
    return count;
}

uint64_t spte_clear(struct vm *vm, spte_ref ref)
{
    uint64_t spte = spte_read(ref);
    if (!(spte & PTE_P))
        return 0;
    unsigned count = prune(vm, pte_frame(spte), ~(spte_ref)0, ref);
    ASSERT(count == 1);
    return spte;
}

unsigned spte_clear_table(struct vm *vm, void *table, bool pae)
{
    unsigned count = 0, size = pae ? 8 : 4;
    for (unsigned ofs = 0; ofs < PGSIZE; ofs += size) {
        uint32_t spte = *(uint32_t *)((char *)table + ofs);
        if (spte & PTE_P)
            count += prune(vm, pte_frame(spte), ~(spte_ref)PGMASK, (spte_ref)table);
    }
    return count;
}

uint32_t rmap_zap(struct vm *vm, pfn_t pfn)
{
    uint32_t had = rmap_test(vm, pfn, PTE_A | PTE_D, false);
    vm->counters.notified += prune(vm, pfn, 0, 0);
    return had;
}

/* ---- Rights and bits ------------------------------------------------------------------------ */

#define RIGHTS (PTE_W | PTE_U)

/* Would REF lose a right if it became NEW? */
static bool loses_right(spte_ref ref, uint64_t new)
{
    return (*word_of(ref) & RIGHTS & ~(uint32_t) new) || (new & ~spte_read(ref) & SPTE_NX);
}

static bool enlist(struct vm *vm, spte_ref ref, pfn_t pfn, struct mmu_kit *kit)
{
    struct rmap *r = vm->mmu.rmap;
    if (!node_reserve(r, kit))
        return false;
    struct node *n = node_take(r), **list = bucket(vm, pfn);
    spte_clear(vm, ref);
    *n = (struct node){ref, *list};
    *list = n;
    return true;
}

bool spte_set(struct vm *vm, spte_ref ref, pfn_t pfn, uint64_t bits, struct mmu_kit *kit)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    uint32_t old = *word_of(ref);
    if ((old & PTE_P) && is_of(ref, pfn)) {
        vm->mmu.removals += loses_right(ref, bits);
    } else if (!enlist(vm, ref, pfn, kit)) {
        return false;
    }
    if (ref & SPTE_PAE)
        word_of(ref)[1] = bits >> 32;
    old = exchange(word_of(ref), (pfn << PGBITS) | PTE_P | (uint32_t)bits) & (PTE_A | PTE_D);
    if (old != 0)
        __atomic_fetch_or(word_of(ref), old, __ATOMIC_RELAXED); /* It was PFN's before. */
    vm->counters.fills++;
    return true;
}

uint32_t rmap_test(struct vm *vm, pfn_t pfn, uint32_t bits, bool clear)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    uint32_t had = 0;
    for (struct node *n = *bucket(vm, pfn); n != NULL; n = n->next) {
        uint32_t *spte = word_of(n->ref), has = *spte & bits;
        if (has == 0 || !is_of(n->ref, pfn))
            continue;
        if (clear) {
            has = __atomic_fetch_and(spte, ~bits, __ATOMIC_RELAXED) & bits;
            vm->mmu.removals++;
        }
        had |= has;
    }
    return had;
}

void rmap_protect(struct vm *vm, pfn_t pfn)
{
    rmap_test(vm, pfn, PTE_W, true);
}

bool spte_table_accessed(struct vm *vm, void *table, bool pae, bool clear)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    bool accessed = false;
    for (char *at = table; at < (char *)table + PGSIZE; at += pae ? 8 : 4) {
        uint32_t word = *(uint32_t *)at;
        if ((word & (PTE_P | PTE_A)) != (PTE_P | PTE_A))
            continue;
        accessed = true;
        if (!clear)
            break;
        *(uint32_t *)at &= ~PTE_A;
        frames[pte_frame(word)].referenced = true;
    }
    return accessed;
}

void rmap_each_of_all(struct vm *vm, void (*fn)(void *ctx, spte_ref ref), void *ctx)
{
    for (unsigned i = 0; i < BUCKETS; i++)
        for (struct node *n = vm->mmu.rmap->bucket[i]; n != NULL; n = n->next)
            fn(ctx, n->ref);
}
