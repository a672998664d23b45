/* SPDX-License-Identifier: MIT
 * Page groups: see group.h.
 */
#include "vm/group.h"
#include <debug.h>
#include "devices/timer.h"
#include "threads/kstat.h"
#include "threads/palloc.h"
#include "vm/page.h"

KSTAT_DEFINE(own_victims, "group", "own_victims", "pages", "evicted for their own group's limit");
KSTAT_DEFINE(high_victims, "group", "high_victims", "pages",
             "asked of a group above its `high', memory being short");
KSTAT_DEFINE(moved, "group", "pages_moved", "pages", "charged to another group when theirs left");

struct list page_groups_limited = LIST_INITIALIZER(page_groups_limited);
static size_t turn; /* Whose turn it is, when all sets are asked: a place among all frames. */

static struct page_group *limited_group(struct list_elem *e)
{
    return list_entry(e, struct page_group, elem);
}

void page_group_init(struct page_group *g, struct page_group *parent, size_t max, size_t high)
{
    *g = (struct page_group){.parent = parent, .max = max, .high = high};
    lock_acquire(&vm_lock);
    g->set = parent != NULL ? parent->set : &frame_sets[FRAME_USER];
    if (max != PAGE_GROUP_UNLIMITED || high != PAGE_GROUP_UNLIMITED) {
        g->set = &g->own;
        frame_set_init(&g->own);
        list_push_back(&page_groups_limited, &g->elem);
    }
    lock_release(&vm_lock);
}

void page_group_destroy(struct page_group *g)
{
    lock_acquire(&vm_lock);
    for (size_t i = 0; g->resident > 0 && i < palloc_max_frame(); i++)
        if (frames[i].group == g)
            frame_set_group(&frames[i], g->parent);
    kept_leave(g);
    ASSERT(g->resident == 0);
    if (g->set == &g->own) {
        ASSERT(g->own.count == 0);
        list_remove(&g->elem);
    }
    lock_release(&vm_lock);
}

/* ---- Counting ------------------------------------------------------------------------------- */

void page_group_count(struct page_group *g, int n)
{
    for (; g != NULL; g = g->parent) {
        g->resident += n;
        if (g->resident > g->peak)
            g->peak = g->resident;
    }
}

struct page_group *page_group_full(struct page_group *g)
{
    while (g != NULL && g->resident < g->max)
        g = g->parent;
    return g;
}

struct page_group *page_group_high(struct page_group *g)
{
    while (g != NULL && g->resident < g->high)
        g = g->parent;
    return g;
}

bool page_group_below(const struct page_group *g, const struct page_group *top)
{
    while (g != NULL && g != top)
        g = g->parent;
    return g == top;
}

/* ---- Moving charges -------------------------------------------------------------------------- */

static bool has_mapper_in(const struct mpage *page, const struct page_group *g)
{
    for (const struct upage *u = page->mappers; u != NULL; u = u->map_next)
        if (upage_aspace(u)->group == g)
            return true;
    return false;
}

void page_group_inherit(struct mpage *page, const struct page_group *left)
{
    struct frame *f = page->frame;
    if (f == NULL || f->use != FRAME_USER || f->group != left || has_mapper_in(page, left))
        return;
    kstat_inc(&moved);
    frame_set_group(f, upage_aspace(page->mappers)->group);
}

/* The charge of one leaf's pages follows them from group FROM. */
static void move_leaf(const struct spt_leaf *leaf, const struct page_group *from)
{
    for (unsigned i = 0; i < LEAF_PAGES; i++)
        if (leaf->u[i].page != NULL)
            page_group_inherit(leaf->u[i].page, from);
}

void page_group_move(struct aspace *as, struct page_group *group)
{
    if (as->group == group)
        return;
    lock_acquire(&vm_lock);
    struct page_group *from = as->group;
    page_group_count(from, -(int)as->tables);
    page_group_count(group, as->tables);
    kept_move(as, group);
    as->group = group;
    for (size_t i = 0; i <= as->leaf_mask; i++)
        for (struct spt_leaf *leaf = as->leaves[i]; leaf != NULL; leaf = leaf->next)
            move_leaf(leaf, from);
    bool above = group != NULL && group->resident > group->max;
    lock_release(&vm_lock);
    while (above && pageout_group(group) == 0) {
        lock_acquire(&vm_lock);
        above = group->resident > group->max;
        lock_release(&vm_lock);
    }
}

/* ---- Victims --------------------------------------------------------------------------------- */

static struct evict_entry *choose_in(struct evict_set *set)
{
    return evict_choose(set, timer_ticks(), 1);
}

/* From the largest set of TOP and the groups below it; from any of them if that one has nothing to
 * give. */
static struct evict_entry *choose_below(const struct page_group *top)
{
    struct page_group *largest = NULL;
    LIST_FOREACH (e, &page_groups_limited) {
        struct page_group *g = limited_group(e);
        if (page_group_below(g, top) && (largest == NULL || g->own.count > largest->own.count))
            largest = g;
    }
    struct evict_entry *entry = largest != NULL ? choose_in(&largest->own) : NULL;
    for (struct list_elem *e = list_begin(&page_groups_limited);
         entry == NULL && e != list_end(&page_groups_limited); e = list_next(e))
        if (page_group_below(limited_group(e), top) && limited_group(e) != largest)
            entry = choose_in(&limited_group(e)->own);
    return entry;
}

struct page_group *page_group_above_high(void)
{
    struct page_group *most = NULL;
    LIST_FOREACH (e, &page_groups_limited) {
        struct page_group *g = limited_group(e);
        if (g->resident > g->high &&
            (most == NULL || g->resident - g->high > most->resident - most->high))
            most = g;
    }
    return most;
}

size_t page_group_frames(const struct page_group *g)
{
    size_t count = g == NULL ? frame_sets[FRAME_USER].count : 0;
    LIST_FOREACH (e, &page_groups_limited)
        count += page_group_below(limited_group(e), g) ? limited_group(e)->own.count : 0;
    return count;
}

/* Each set gives in proportion to its size, as if a hand went over all frames: its steps are so
 * long that they fall anywhere with equal chances, and it repeats exactly. */
static struct evict_set *set_in_turn(void)
{
    size_t total = page_group_frames(NULL);
    if (total == 0)
        return &frame_sets[FRAME_USER];
    turn += 0x9e3779b9u;
    size_t place = ((uint64_t)(uint32_t)turn * total) >> 32;
    LIST_FOREACH (e, &page_groups_limited) {
        struct evict_set *set = &limited_group(e)->own;
        if (place < set->count)
            return set;
        place -= set->count;
    }
    return &frame_sets[FRAME_USER];
}

static struct evict_entry *choose_anywhere(void)
{
    struct page_group *most = page_group_above_high();
    struct evict_entry *entry = most != NULL ? choose_below(most) : NULL;
    if (entry != NULL) {
        kstat_inc(&high_victims);
        return entry;
    }
    entry = choose_in(set_in_turn());
    if (entry == NULL)
        entry = choose_in(&frame_sets[FRAME_USER]);
    return entry != NULL ? entry : choose_below(NULL);
}

struct evict_entry *page_group_choose(struct page_group *g)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    if (g == NULL)
        return list_empty(&page_groups_limited) ? choose_in(&frame_sets[FRAME_USER])
                                                : choose_anywhere();
    struct evict_entry *entry = choose_below(g);
    if (entry != NULL)
        kstat_inc(&own_victims);
    return entry;
}

bool page_group_busy(const struct page_group *g)
{
    for (size_t i = 0; i < palloc_max_frame(); i++) {
        const struct frame *f = &frames[i];
        bool busy = f->pins > 0 || (f->page != NULL && f->page->state == MPAGE_EVICTING);
        if (busy && f->use == FRAME_USER && f->group != NULL && page_group_below(f->group, g))
            return true;
    }
    return false;
}
