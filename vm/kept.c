/* SPDX-License-Identifier: MIT
 * Pages that the kernel keeps for copies of page table entries (notifier.h): what they count for,
 * and who gives some back.
 *
 * They give in proportion to their number beside the user frames, as if a hand went over both, but
 * more often, as they are cheaper to have again: in a group for its own limit, among all when
 * memory is short.  Of several keepers an idle one gives first, then the one that has most to
 * spare.
 */
#include <debug.h>
#include <errno.h>
#include "threads/kstat.h"
#include "threads/palloc.h"
#include "threads/thread.h"
#include "vm/page.h"

static struct list keepers = LIST_INITIALIZER(keepers);
static size_t kept; /* Pages, of all of them. */
static uint32_t turn;

static uint64_t count_kept(void)
{
    return kept;
}
KSTAT_GAUGE(g_kept, "vm", "pages_kept", "pages", "kernel pages of guests' machines", count_kept);

static struct aspace_notifier *keeper(struct list_elem *e)
{
    return list_entry(e, struct aspace_notifier, elem);
}

/* ---- Charges -------------------------------------------------------------------------------- */

static void count(struct aspace_notifier *n, int pages)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    n->pages += pages;
    kept += pages;
    page_group_count(n->group, pages);
}

static void regroup(struct aspace_notifier *n, struct page_group *group)
{
    page_group_count(n->group, -(int)n->pages);
    page_group_count(group, n->pages);
    n->group = group;
}

void aspace_add_notifier(struct aspace *as, struct aspace_notifier *n)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    n->next = as->notifiers;
    as->notifiers = n;
    n->group = as->group;
    list_push_back(&keepers, &n->elem);
}

void kept_end(struct aspace_notifier *n)
{
    lock_acquire(&vm_lock);
    ASSERT(n->pages == 0);
    list_remove(&n->elem);
    lock_release(&vm_lock);
}

void kept_move(struct aspace *as, struct page_group *group)
{
    for (struct aspace_notifier *n = as->notifiers; n != NULL; n = n->next)
        regroup(n, group);
}

void kept_leave(struct page_group *group)
{
    LIST_FOREACH (e, &keepers)
        if (keeper(e)->group == group)
            regroup(keeper(e), group->parent);
}

/* How often a group's pages that are busy are waited for. */
#define WAITS_MAX 64

/* Would programs of GROUP have less left than they need to run, if it kept one page more? */
static bool is_crowded(const struct page_group *group)
{
    return group->max != PAGE_GROUP_UNLIMITED && kept_in(group) + PAGE_GROUP_MIN >= group->max;
}

/* The group, from GROUP upwards, that can keep no page more, or NULL. */
static struct page_group *find_full(struct page_group *group)
{
    while (group != NULL && group->resident < group->max && !is_crowded(group))
        group = group->parent;
    return group;
}

/* If FULL is crowded, a kept page must go for one: *GIVEN says if there was one. */
static bool give_own(struct page_group *full, bool *given)
{
    lock_acquire(&vm_lock);
    bool crowded = is_crowded(full);
    *given = crowded && kept_give(full, true);
    lock_release(&vm_lock);
    return crowded;
}

/* One page of FULL goes.  0, or an error. */
static int make_room(struct page_group *full)
{
    bool given;
    if (give_own(full, &given))
        return given ? 0 : -ENOMEM;
    int err = pageout_group(full);
    for (unsigned i = 0; err == -EAGAIN && i < WAITS_MAX; i++) {
        lock_acquire(&vm_lock);
        bool waited = frame_wait_change();
        lock_release(&vm_lock);
        if (!waited)
            thread_yield();
        err = pageout_group(full);
    }
    return err;
}

static int charge_one(struct aspace_notifier *n)
{
    int err = 0;
    while (err == 0) {
        lock_acquire(&vm_lock);
        struct page_group *full = find_full(n->group);
        if (full == NULL)
            count(n, 1);
        lock_release(&vm_lock);
        if (full == NULL)
            return 0;
        err = make_room(full);
    }
    return -ENOMEM;
}

int kept_charge(struct aspace_notifier *n, size_t pages)
{
    for (size_t i = 0; i < pages; i++) {
        if (n->group != NULL)
            frame_give_back_own(n->group);
        if (charge_one(n) != 0) {
            lock_acquire(&vm_lock);
            count(n, -(int)i);
            lock_release(&vm_lock);
            return -ENOMEM;
        }
    }
    return 0;
}

void kept_uncharge(struct aspace_notifier *n, size_t pages)
{
    ASSERT(n->pages >= pages);
    count(n, -(int)pages);
}

void *kept_get_page(struct aspace_notifier *n)
{
    if (kept_charge(n, 1) != 0)
        return NULL;
    void *page = palloc_get_tagged(PAGE_TABLE, PAL_ZERO);
    if (page == NULL) {
        lock_acquire(&vm_lock);
        count(n, -1);
        lock_release(&vm_lock);
    }
    return page;
}

void kept_free_page(struct aspace_notifier *n, void *page)
{
    kept_uncharge(n, 1);
    palloc_free_page(page);
}

size_t kept_for(const struct aspace *as)
{
    size_t pages = 0;
    for (const struct aspace_notifier *n = as->notifiers; n != NULL; n = n->next)
        pages += n->pages;
    return pages;
}

size_t kept_in(const struct page_group *group)
{
    size_t pages = 0;
    LIST_FOREACH (e, &keepers)
        pages += page_group_below(keeper(e)->group, group) ? keeper(e)->pages : 0;
    return pages;
}

/* ---- Giving back ---------------------------------------------------------------------------- */

/* What all of GROUP could spare, and who of them gives first. */
static size_t spare_of(const struct page_group *group, struct aspace_notifier **first)
{
    size_t sum = 0, most = 0;
    bool any_idle = false;
    *first = NULL;
    LIST_FOREACH (e, &keepers) {
        struct aspace_notifier *n = keeper(e);
        bool idle = false;
        size_t spare = page_group_below(n->group, group) ? n->ops->spare(n, &idle) : 0;
        sum += spare;
        if (spare > 0 && (idle != any_idle ? idle : spare > most)) {
            any_idle = idle;
            most = spare;
            *first = n;
        }
    }
    return sum;
}

size_t kept_spare(const struct page_group *group)
{
    struct aspace_notifier *first;
    return kept > 0 ? spare_of(group, &first) : 0;
}

/* A kept page counts for as many user frames: it comes back by a few faults, a frame's page by a
 * read of the disk.  Measured: with 1 a guest in a small group waits for pages that tables took
 * from it, from 8 on little is won. */
#define WEIGHT 8

/* The steps are so long that they fall anywhere with equal chances, and it all repeats exactly. */
static bool is_turn(size_t spare, size_t frames)
{
    turn += 0x9e3779b9u;
    return (((uint64_t)turn * (WEIGHT * spare + frames)) >> 32) < WEIGHT * spare;
}

bool kept_give(struct page_group *group, bool must)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    struct aspace_notifier *n;
    if (list_empty(&keepers))
        return false;
    if (group == NULL && !must)
        group = page_group_above_high();
    size_t spare = spare_of(group, &n);
    if (n == NULL || !(must || is_turn(spare, page_group_frames(group))))
        return false;
    size_t before = n->pages;
    n->ops->shrink(n);
    return n->pages < before;
}
