/* SPDX-License-Identifier: MIT
 * Shadow pages: finding and making them, the links between them, their end, keeping them in sync.
 */
#include <debug.h>
#include <string.h>
#include "threads/malloc.h"
#include "threads/vaddr.h"
#include "virt/cache.h"
#include "vm/page.h"

/* ---- Finding -------------------------------------------------------------------------------- */

static struct shadow_page **gfn_bucket(struct shadow_cache *c, gfn_t gfn)
{
    return &c->by_gfn[gfn % SHADOW_BUCKETS];
}

static struct shadow_page **table_bucket(struct shadow_cache *c, const void *table)
{
    return &c->by_table[vtop(table) / PGSIZE % SHADOW_BUCKETS];
}

struct shadow_page *shadow_of_gfn(const struct shadow_cache *c, const struct shadow_page *sp,
                                  gfn_t gfn)
{
    struct shadow_page *next = sp != NULL ? sp->gfn_next : c->by_gfn[gfn % SHADOW_BUCKETS];
    while (next != NULL && (next->gfn != gfn || next->role.direct))
        next = next->gfn_next;
    return next;
}

static struct shadow_page *find(struct shadow_cache *c, gfn_t gfn, union shadow_role role)
{
    struct shadow_page *sp = *gfn_bucket(c, gfn);
    while (sp != NULL && (sp->gfn != gfn || sp->role.word != role.word))
        sp = sp->gfn_next;
    return sp;
}

struct shadow_page *shadow_at(const struct shadow_cache *c, const void *table)
{
    struct shadow_page *sp = c->by_table[vtop(table) / PGSIZE % SHADOW_BUCKETS];
    while (sp != NULL && sp->table != table)
        sp = sp->table_next;
    return sp;
}

struct shadow_page *shadow_child(const struct shadow_cache *c, const struct shadow_page *parent,
                                 unsigned index)
{
    uint32_t entry = *shadow_word(parent, index);
    return entry & PTE_P ? shadow_at(c, pte_page(entry)) : NULL;
}

/* ---- Links ---------------------------------------------------------------------------------- */

static void unlink_parent(struct shadow_cache *c, const struct shadow_link *link)
{
    shadow_unlink(c, link->parent, shadow_index_of(link->parent, link->entry));
}

/* CHILD is to have one more parent: a place for the link. */
static struct shadow_link *link_place(struct shadow_cache *c, struct shadow_page *child)
{
    struct shadow_link *first = &child->parents;
    struct shadow_link *more = first->parent != NULL ? malloc_atomic(sizeof *more) : NULL;
    if (more != NULL) {
        *more = *first;
        first->next = more;
    } else if (first->parent != NULL) {
        /* No memory: another parent gives way, which a fault will link again. */
        unlink_parent(c, first);
        return link_place(c, child);
    }
    return first;
}

void shadow_link(struct shadow_cache *c, struct shadow_page *parent, unsigned index,
                 struct shadow_page *child)
{
    ASSERT(!child->unsync);
    shadow_unlink(c, parent, index);
    struct shadow_link *link = link_place(c, child);
    link->parent = parent;
    link->entry = shadow_word(parent, index);
    *link->entry = vtop(child->table) | SHADOW_LINK_BITS;
    parent->filled++;
}

static void forget_parent(struct shadow_page *child, const uint32_t *entry)
{
    struct shadow_link *link = &child->parents, **to = NULL;
    while (link->entry != entry) {
        to = &link->next;
        link = link->next;
    }
    struct shadow_link *next = link->next;
    if (to != NULL) {
        *to = next;
        free(link);
    } else if (next != NULL) {
        *link = *next;
        free(next);
    } else {
        link->parent = NULL;
    }
}

void shadow_unlink(struct shadow_cache *c, struct shadow_page *parent, unsigned index)
{
    struct shadow_page *child = shadow_child(c, parent, index);
    if (child == NULL)
        return;
    *shadow_word(parent, index) = 0;
    parent->filled--;
    c->vm->mmu.removals++;
    forget_parent(child, shadow_word(parent, index));
    parent->unsync_children -= child->unsync;
}

/* ---- Sync ----------------------------------------------------------------------------------- */

static void set_unsync(struct shadow_cache *c, struct shadow_page *sp, bool unsync)
{
    int change = (int)unsync - (int)sp->unsync;
    sp->unsync = unsync;
    c->unsync += change;
    for (struct shadow_link *l = &sp->parents; l != NULL && l->parent != NULL; l = l->next)
        l->parent->unsync_children += change;
}

bool shadow_may_write(const struct shadow_cache *c, gfn_t gfn)
{
    const struct shadow_page *first = shadow_of_gfn(c, NULL, gfn);
    return first == NULL || first->unsync; /* All of them are, or none. */
}

bool shadow_make_writable(struct shadow_cache *c, gfn_t gfn)
{
    struct shadow_page *sp = NULL;
    if (shadow_may_write(c, gfn))
        return true;
    while ((sp = shadow_of_gfn(c, sp, gfn)) != NULL)
        if (sp->role.level != 1)
            return false;
    while ((sp = shadow_of_gfn(c, sp, gfn)) != NULL)
        set_unsync(c, sp, true);
    c->vm->counters.unsyncs++;
    return true;
}

/* The rights that ENTRY, of level 1, gives by itself. */
static unsigned rights_of(const struct shadow_page *sp, uint64_t entry)
{
    return (entry & PTE_W ? ACC_WRITE : 0) | (entry & PTE_U ? ACC_USER : 0) |
           (sp->role.nxe && (entry & SPTE_NX) ? 0 : ACC_EXEC);
}

/* Is LEAF, of SP, no more than what ENTRY of the guest's table allows? */
static bool leaf_fits(const struct shadow_cache *c, const struct shadow_page *sp, uint64_t leaf,
                      uint64_t entry)
{
    const uint64_t reserved = ~((1ull << walk_physical_bits) - 1) & ~(sp->role.nxe ? SPTE_NX : 0);
    unsigned rights = sp->role.access & rights_of(sp, entry);
    pfn_t pfn;
    bool writable;
    if ((~entry & (PTE_P | PTE_A)) || (entry & reserved) ||
        gmem_peek(c->vm, entry & ~SPTE_NX & ~(uint64_t)PGMASK, &pfn, &writable) == NULL)
        return false;
    if (pfn != (leaf & ~SPTE_NX) >> PGBITS)
        return false;
    if (leaf & PTE_W) {
        bool overrides = !sp->role.wp && !(leaf & PTE_U);
        if (!writable || !(entry & PTE_D) || !((rights & ACC_WRITE) || overrides))
            return false;
    }
    return (!(leaf & PTE_U) || (rights & ACC_USER)) && ((leaf & SPTE_NX) || (rights & ACC_EXEC));
}

static void drop_leaf(struct shadow_cache *c, struct shadow_page *sp, unsigned index)
{
    if (spte_clear(c->vm, shadow_ref(sp, index)) != 0)
        sp->filled--;
}

/* TABLE: where the guest's table is, or NULL if the host does not have it. */
static void check_leaf(struct shadow_cache *c, struct shadow_page *sp, unsigned index,
                       const char *table)
{
    uint64_t leaf = spte_read(shadow_ref(sp, index)), entry = 0;
    if (!(leaf & PTE_P))
        return;
    if (table != NULL)
        memcpy(&entry, table + index * shadow_entry_size(sp), shadow_entry_size(sp));
    if (!leaf_fits(c, sp, leaf, entry))
        drop_leaf(c, sp, index);
}

void shadow_check_leaf(struct shadow_cache *c, struct shadow_page *sp, unsigned index)
{
    check_leaf(c, sp, index, gmem_peek(c->vm, (uint64_t)sp->gfn << PGBITS, NULL, NULL));
}

/* Write-protects the frame of GFN, if there is one.  Returns where it is. */
static const void *protect(struct shadow_cache *c, gfn_t gfn)
{
    pfn_t pfn;
    const void *table = gmem_peek(c->vm, (uint64_t)gfn << PGBITS, &pfn, NULL);
    if (table != NULL)
        rmap_protect(c->vm, pfn);
    return table;
}

bool shadow_sync_gfn(struct shadow_cache *c, gfn_t gfn)
{
    bool watched = gmem_watch(c->vm, gfn);
    const void *table = protect(c, gfn);
    struct shadow_page *sp = NULL;
    while ((sp = shadow_of_gfn(c, sp, gfn)) != NULL) {
        if (!sp->unsync)
            continue;
        set_unsync(c, sp, false);
        for (unsigned i = 0; i < shadow_entries(sp); i++)
            check_leaf(c, sp, i, table);
        c->vm->counters.syncs++;
    }
    return watched;
}

void shadow_sync_below(struct shadow_cache *c, const struct shadow_page *root)
{
    for (unsigned i = 0; root->unsync_children > 0; i++) {
        ASSERT(i < shadow_entries(root));
        struct shadow_page *child = shadow_child(c, root, i);
        if (child != NULL && child->unsync)
            shadow_sync_gfn(c, child->gfn);
    }
}

/* ---- Making --------------------------------------------------------------------------------- */

static struct shadow_page *alloc(struct shadow_cache *c)
{
    struct shadow_page *sp = c->spare != NULL ? c->spare : malloc_atomic(sizeof *sp);
    c->spare = NULL;
    return sp;
}

static void enter(struct shadow_cache *c, struct shadow_page *sp)
{
    struct shadow_page **bucket = gfn_bucket(c, sp->gfn);
    sp->gfn_next = *bucket;
    *bucket = sp;
    bucket = table_bucket(c, sp->table);
    sp->table_next = *bucket;
    *bucket = sp;
    sp->place = c->count;
    c->pages[c->count++] = sp;
    evict_insert(&c->set, &sp->entry, &(struct evict_hint){.kind = EVICT_SHADOW});
}

static struct shadow_page *make(struct shadow_cache *c, struct mmu_kit *kit, gfn_t gfn,
                                union shadow_role role)
{
    if (kit->count == 0)
        return NULL;
    struct shadow_page *sp = alloc(c);
    if (sp == NULL && shadow_evict(c))
        sp = alloc(c);
    if (sp == NULL)
        return NULL;
    *sp = (struct shadow_page){.table = mmu_kit_take(kit),
                               .gfn = gfn,
                               .role = role,
                               .referenced = true,
                               .born = c->born++};
    if (!role.direct) /* Whatever else stands for it, and write-protects it. */
        sp->loose = !shadow_sync_gfn(c, gfn);
    c->loose += sp->loose;
    enter(c, sp);
    c->vm->counters.shadow_created++;
    c->vm->counters.shadow_pages++;
    return sp;
}

struct shadow_page *shadow_get(struct cache_vcpu *cv, gfn_t gfn, union shadow_role role)
{
    struct shadow_cache *c = cv->vcpu->vm->mmu.cache;
    struct shadow_page *sp = find(c, gfn, role);
    if (sp == NULL) {
        shadow_make_room(c, cv);
        return make(c, &cv->vcpu->mmu.kit, gfn, role);
    }
    if (sp->unsync)
        shadow_sync_gfn(c, gfn);
    shadow_mark(c, sp);
    c->vm->counters.shadow_reused++;
    return sp;
}

/* ---- The end -------------------------------------------------------------------------------- */

/* Nothing leads to SP any more, and it leads to nothing. */
static void disconnect(struct shadow_cache *c, struct shadow_page *sp)
{
    while (sp->parents.parent != NULL)
        unlink_parent(c, &sp->parents);
    if (sp->role.level == 1)
        spte_clear_table(c->vm, sp->table, sp->role.pae);
    else
        for (unsigned i = 0; i < shadow_entries(sp); i++)
            shadow_unlink(c, sp, i);
    for (struct cache_vcpu *cv = c->vcpus; cv != NULL && sp->roots > 0; cv = cv->next)
        if (cv->roots[0] == sp || cv->roots[1] == sp || cv->roots[2] == sp || cv->roots[3] == sp)
            cache_forget_roots(c, cv);
}

static void leave(struct shadow_cache *c, struct shadow_page *sp, bool evicted)
{
    struct shadow_page **link = gfn_bucket(c, sp->gfn);
    while (*link != sp)
        link = &(*link)->gfn_next;
    *link = sp->gfn_next;
    link = table_bucket(c, sp->table);
    while (*link != sp)
        link = &(*link)->table_next;
    *link = sp->table_next;
    c->unsync -= sp->unsync;
    c->loose -= sp->loose;
    struct shadow_page *last = c->pages[--c->count];
    c->pages[sp->place] = last;
    last->place = sp->place;
    evict_remove(&c->set, &sp->entry, evicted);
}

void shadow_zap(struct shadow_cache *c, struct shadow_page *sp, bool evicted)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    disconnect(c, sp);
    leave(c, sp, evicted);
    sp->gfn_next = c->zapped;
    c->zapped = sp;
    c->vm->counters.shadow_pages--;
    c->vm->counters.zapped++;
    c->vm->counters.evicted += evicted;
}

void shadow_commit(struct shadow_cache *c)
{
    mmu_request_flush(c->vm);
    while (c->zapped != NULL) {
        struct shadow_page *sp = c->zapped;
        c->zapped = sp->gfn_next;
        mmu_page_free(c->vm, sp->table);
        free(c->spare);
        c->spare = sp;
    }
}

void shadow_zap_loose(struct shadow_cache *c)
{
    for (unsigned i = c->count; c->loose > 0 && i-- > 0;)
        if (c->pages[i]->loose)
            shadow_zap(c, c->pages[i], false);
    shadow_commit(c);
}

void shadow_zap_gfn(struct shadow_cache *c, gfn_t gfn)
{
    struct shadow_page *sp;
    while ((sp = shadow_of_gfn(c, NULL, gfn)) != NULL)
        shadow_zap(c, sp, false);
    shadow_commit(c);
}
