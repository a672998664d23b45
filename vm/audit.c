/* SPDX-License-Identifier: MIT
 * The self-audit of the debug build: walks everything and checks the invariants of vm/page.h.
 */
#include <debug.h>
#include "threads/kstat.h"
#include "threads/palloc.h"
#include "vm/page.h"
#include "vm_audit.h"

KSTAT_DEFINE(audits, "vm", "audits", "audits", "self-audits that found nothing wrong");

/* Every how many calls of vm_audit_point() there is one. */
#define AUDIT_INTERVAL 256

#define AUDIT(COND, FMT, ...)                                                                      \
    ((COND) ? (void)0 : PANIC("vm audit: `%s' does not hold: " FMT, #COND, __VA_ARGS__))

/* What was counted on the walk, to be compared with what is kept. */
struct tally {
    size_t user, cache; /* Frames. */
    size_t slots;
    size_t pinned;
};

static size_t mapper_count(const struct mpage *page)
{
    size_t n = 0;
    for (const struct upage *u = page->mappers; u != NULL; u = u->map_next) {
        AUDIT(u->page == page, "upage %p is on the list of %p", u, page);
        n++;
    }
    return n;
}

static void audit_page(const struct mpage *page)
{
    AUDIT(page->refs >= mapper_count(page), "page %p has %u references", page, page->refs);
    AUDIT((page->frame != NULL) == (page->state == MPAGE_RESIDENT || page->state == MPAGE_EVICTING),
          "page %p is in state %d", page, page->state);
    AUDIT(page->frame == NULL || page->frame->page == page, "page %p", page);
    if (page->kind == MPAGE_ANON && page->place != SWAP_NONE)
        AUDIT(swap_slot_in_use(page->place), "page %p, slot %u", page, page->place);
}

static void audit_frame(const struct frame *f, struct tally *t)
{
    bool listed = evict_entry_listed(&f->entry);
    AUDIT(listed == (f->page != NULL), "frame %zu", f - frames);
    if (f->page == NULL && f->pins == 0)
        return; /* Not ours. */
    t->pinned += f->pins > 0;
    t->user += f->use == FRAME_USER;
    t->cache += f->use == FRAME_CACHE;
    AUDIT(f->use == FRAME_USER || f->group == NULL, "frame %zu is charged", f - frames);
    enum page_tag tag = palloc_tag(frame_kva(f));
    AUDIT(tag == (f->use == FRAME_USER ? PAGE_USER : PAGE_CACHE), "frame %zu: tag %d", f - frames,
          tag);
    if (f->page == NULL)
        return; /* Being filled. */
    AUDIT(f->use == FRAME_USER || (f->page->kind == MPAGE_FILE && f->page->mappers == NULL),
          "frame %zu counts for the cache", f - frames);
    audit_page(f->page);
}

static void audit_pte(const struct upage *u)
{
    const uint32_t *pte = pte_find(u);
    if (pte == NULL || !(*pte & PTE_P))
        return;
    const struct mpage *page = u->page;
    AUDIT(page->state == MPAGE_RESIDENT, "%s: 0x%x is mapped in state %d", upage_aspace(u)->name,
          upage_addr(u), page->state);
    AUDIT(pte_frame(*pte) == (uint32_t)(page->frame - frames), "%s: 0x%x", upage_aspace(u)->name,
          upage_addr(u));
    if (*pte & (PTE_W | PTE_WATCHED))
        AUDIT(page->kind == MPAGE_FILE ? page->place != VOBJ_HOLE
                                       : page->shared || page->mappers->map_next == NULL,
              "%s: 0x%x is writable", upage_aspace(u)->name, upage_addr(u));
}

static size_t audit_leaf(const struct aspace *as, const struct spt_leaf *leaf, struct tally *t)
{
    size_t n = 0;
    AUDIT(leaf->as == as, "leaf %p", leaf);
    for (const struct upage *u = leaf->u; u < leaf->u + LEAF_PAGES; u++) {
        AUDIT(u->leaf == leaf, "upage %p", u);
        if (u->page == NULL)
            continue;
        n++;
        audit_page(u->page);
        audit_pte(u);
        if (u->page->kind == MPAGE_ANON && u->page->mappers == u)
            t->slots += u->page->place != SWAP_NONE;
    }
    AUDIT(n == leaf->used, "leaf 0x%x: %zu upages found", leaf->base, n);
    return n;
}

static void audit_aspace(const struct aspace *as, struct tally *t)
{
    size_t n = 0;
    AUDIT(as->magic == ASPACE_MAGIC, "address space %p", as);
    for (size_t i = 0; i <= as->leaf_mask; i++)
        for (const struct spt_leaf *leaf = as->leaves[i]; leaf != NULL; leaf = leaf->next)
            n += audit_leaf(as, leaf, t);
    AUDIT(n == as->upages, "%s: %zu upages found", as->name, n);
}

/* What is charged to G: frames, page tables, pages that are kept. */
static void audit_group(const struct page_group *g)
{
    size_t n = kept_in(g);
    for (size_t i = 0; i < palloc_max_frame(); i++)
        n += frames[i].group != NULL && page_group_below(frames[i].group, g);
    LIST_FOREACH (e, &aspaces) {
        const struct aspace *as = list_entry(e, struct aspace, elem);
        n += page_group_below(as->group, g) ? as->tables : 0;
    }
    AUDIT(g->resident == n, "a group counts %zu pages, has %zu", g->resident, n);
}

void vm_audit(void)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    struct tally t = {0};
    for (size_t i = 0; i < palloc_max_frame(); i++)
        audit_frame(&frames[i], &t);
    for (struct list_elem *e = list_begin(&aspaces); e != list_end(&aspaces); e = list_next(e))
        audit_aspace(list_entry(e, struct aspace, elem), &t);
    LIST_FOREACH (e, &page_groups_limited)
        audit_group(list_entry(e, struct page_group, elem));
    AUDIT(t.user == palloc_count(PAGE_USER), "%zu user frames found", t.user);
    AUDIT(t.cache == palloc_count(PAGE_CACHE), "%zu cache frames found", t.cache);
    AUDIT(t.pinned <= frames_busy, "%zu pinned frames found", t.pinned);
    /* A page that only a fault holds, and one that is being written, own slots that are not found
     * here. */
    AUDIT(t.slots <= swap_total_slots() - swap_free_slots(), "%zu slots found", t.slots);
    kstat_inc(&audits);
}

void vm_audit_point(void)
{
    static unsigned calls;
    if (calls++ % AUDIT_INTERVAL == 0)
        vm_audit();
}
