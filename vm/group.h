/* SPDX-License-Identifier: MIT
 * Page groups: how many resident pages some processes may have together, and whose pages leave
 * first.
 *
 * Each address space belongs to a page group, or to none (NULL: all memory is its own).  A user
 * frame is charged to one group, that of the first to touch its page; when the last mapper of that
 * group lets go of the page, the charge moves on to a group that still maps it.  Page tables are
 * charged too, as they cannot be taken back, and so is what the kernel keeps for guests' machines
 * (notifier.h), which can.  What is charged to a group counts for those above it.
 *
 * At `max` a group gets a frame only for one of its own; when it has none to give, one of its own
 * processes ends (oom.c).  Above `high` it gives one back before it gets another, as far as it can,
 * and when memory is short all over, it is asked first.
 *
 * A group with one of these limits has a set of its own for the policy to choose from (frames of
 * groups below it without limits are in it too), so that to choose within it takes no longer than
 * its own pages do, and never touches the marks or the order of others.
 */
#ifndef VM_GROUP_H
#define VM_GROUP_H

#include <list.h>
#include <stdbool.h>
#include <stddef.h>
#include "vm/evict/evict.h"

/* The least `max`: page tables for code, stack and a mapping, the pages of one instruction
 * (frame.c), and some for another process. */
#define PAGE_GROUP_MIN 16
#define PAGE_GROUP_UNLIMITED ((size_t)-1)

struct aspace;
struct mpage;

struct page_group {
    struct page_group *parent; /* Constant.  NULL: the top. */
    size_t max, high;          /* Constant.  PAGE_GROUP_UNLIMITED: none of its own. */

    /* vm_lock: */
    size_t resident;       /* Charged to it and those below: user pages, tables, what is kept. */
    size_t peak;           /* The most there were at once. */
    struct evict_set *set; /* Where its frames are: &own, or the set of a group above. */
    struct evict_set own;
    struct list_elem elem; /* In the list of groups with a set of their own. */
};

/* A group below PARENT.  No lock held; may sleep. */
void page_group_init(struct page_group *, struct page_group *parent, size_t max, size_t high);
/* The end of a group that has no address space any more.  What is still charged to it (shared
 * memory that nobody maps right now) is charged to the group above.  No lock held; may sleep. */
void page_group_destroy(struct page_group *);
/* Moves AS, and the pages that only it brought, into GROUP; then the group gives back what it has
 * above `max`.  No lock held; sleeps. */
void page_group_move(struct aspace *as, struct page_group *group);

/* ---- For vm/: vm_lock held ---- */

extern struct list page_groups_limited; /* Those with a set of their own, by elem. */

/* One frame more, or less. */
void page_group_count(struct page_group *g, int frames);
static inline void page_group_charge(struct page_group *g)
{
    if (g != NULL)
        page_group_count(g, 1);
}

static inline void page_group_uncharge(struct page_group *g)
{
    if (g != NULL)
        page_group_count(g, -1);
}

/* PAGE, which others still map, lost a mapper of group LEFT: if no other of it is left, one of
 * theirs is charged. */
void page_group_inherit(struct mpage *page, const struct page_group *left);

/* The group, from G upwards, that has no room for another frame below `max`; NULL: there is room.
 */
struct page_group *page_group_full(struct page_group *g);
/* The same for `high`. */
struct page_group *page_group_high(struct page_group *g);

/* Is G the group TOP, or one below it? */
bool page_group_below(const struct page_group *g, const struct page_group *top);

/* The next victim among the frames charged to G or below it; or, for NULL, among all user frames.
 */
struct evict_entry *page_group_choose(struct page_group *g);
/* The frames among which that would choose. */
size_t page_group_frames(const struct page_group *g);
/* The group that is furthest above its `high`, or NULL. */
struct page_group *page_group_above_high(void);
/* Is a frame of G pinned or on its way out, so that waiting may help? */
bool page_group_busy(const struct page_group *g);

#endif
