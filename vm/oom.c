/* SPDX-License-Identifier: MIT
 * When memory and swap have ended all the same: who gives way.
 *
 * Promises (aspace.c) make this rare: -overcommit, a failing swap disk, or a kernel that grew since
 * the promise.  The address space that has the most pages above its share ends, with a line that
 * says so.  A share is the `high` (or else `max`) of the group that it is in, or as much as any
 * other may have, which is the same for all.  When it is a group that has no room, one of its own
 * ends.  Its pages are taken from it at once, so that whoever needs them need not wait for it to
 * run.  Its process, which has what is left (page tables, machines), is woken wherever it sleeps,
 * and ends.
 */
#include <errno.h>
#include <stdio.h>
#include "devices/timer.h"
#include "threads/kstat.h"
#include "threads/palloc.h"
#include "vm/page.h"

KSTAT_DEFINE(oom_kills, "vm", "oom_kills", "processes", "ended because memory did");

/* How often a caller that may wait for itself looks again, a tick apart. */
#define PINNED_TRIES 50
/* How often others' changes are waited for, each of which somebody else made use of: two faults
 * that both find no memory take each other's attempts for such changes. */
#define WAITS_MAX 4096
/* How often in a row a reason to wait may be gone before it could be waited for. */
#define IDLE_TRIES 16

void (*aspace_end_process)(struct aspace *as);

static struct condition visits; /* With vm_lock: a visitor left. */

void oom_init(void)
{
    cond_init(&visits);
}

void oom_wait_visitors(struct aspace *as)
{
    while (as->visitors > 0)
        cond_wait(&visits, &vm_lock);
}

/* What AS may have without standing out: EQUAL, or what its group may. */
static size_t share_of(const struct aspace *as, size_t equal)
{
    size_t share = equal;
    for (const struct page_group *g = as->group; g != NULL; g = g->parent) {
        size_t limit = g->high < g->max ? g->high : g->max;
        share = limit < share ? limit : share;
    }
    return share;
}

/* What would come back if AS ended. */
static size_t pages_of(const struct aspace *as)
{
    return as->upages + kept_for(as);
}

/* Does A stand out more than B?  By the pages above their shares; of two below them, by all pages.
 */
static bool is_over(const struct aspace *a, const struct aspace *b, size_t equal)
{
    size_t share_a = share_of(a, equal), share_b = share_of(b, equal);
    size_t pages_a = pages_of(a), pages_b = pages_of(b);
    size_t over_a = pages_a > share_a ? pages_a - share_a : 0;
    size_t over_b = pages_b > share_b ? pages_b - share_b : 0;
    return over_a != over_b ? over_a > over_b : pages_a > pages_b;
}

/* The one in GROUP that is most over its share; one that is giving back its pages already before
 * any other.  vm_lock held. */
static struct aspace *largest(const struct page_group *group)
{
    struct aspace *best = NULL;
    size_t ours = palloc_count(PAGE_USER) + kept_in(NULL) + swap_total_slots();
    size_t equal = ours / (list_size(&aspaces) + 1);
    LIST_FOREACH (e, &aspaces) {
        struct aspace *as = list_entry(e, struct aspace, elem);
        if (pages_of(as) == 0 || !page_group_below(as->group, group))
            continue;
        if (as->doomed)
            return as;
        if (best == NULL || is_over(as, best, equal))
            best = as;
    }
    return best;
}

/* Marks the one to end and announces it.  vm_lock held. */
static void doom(struct aspace *as, const struct page_group *group)
{
    if (as->doomed)
        return;
    size_t pages = pages_of(as);
    as->doomed = true;
    aspace_notify_release(as);
    aspace_end_process(as);
    kstat_inc(&oom_kills);
    if (group != NULL)
        printf("Out of memory: %s ends: its group has its limit of %zu pages, and none to give\n",
               as->name, group->max);
    else
        printf("Out of memory: %s ends: it has the most pages (%zu)\n", as->name, pages);
}

/* Has one of GROUP given its pages back, and will give its page tables when it has run?  Then it is
 * given time.  vm_lock held. */
static bool wait_for_doomed(const struct page_group *group, const struct aspace *self)
{
    LIST_FOREACH (e, &aspaces) {
        struct aspace *as = list_entry(e, struct aspace, elem);
        if (as->doomed && as != self && as->upages == 0 && page_group_below(as->group, group) &&
            as->grace > 0) {
            as->grace--;
            return true;
        }
    }
    return false;
}

/* Has someone else made room since the caller found none?  vm_lock held. */
static bool is_over_already(struct page_group *group)
{
    return frame_has_room(FRAME_USER, group) && palloc_count(PAGE_FREE) > PALLOC_RESERVE;
}

int oom_reclaim(struct aspace *self, struct page_group *group)
{
    lock_acquire(&vm_lock);
    if (is_over_already(group) && !(self != NULL && self->doomed)) {
        lock_release(&vm_lock);
        return 0;
    }
    if (group != NULL && !self->doomed && wait_for_doomed(group, self)) {
        lock_release(&vm_lock);
        timer_sleep(1);
        return 0;
    }
    struct aspace *victim = self != NULL && self->doomed ? self : largest(group);
    frame_reset_in_vain();
    if (victim != NULL) {
        doom(victim, group);
        victim->visitors++;
    }
    lock_release(&vm_lock);
    if (victim == NULL)
        return -ENOMEM;
    if (victim != self)
        spt_remove_range(victim, 0, LOADER_PHYS_BASE);
    lock_acquire(&vm_lock);
    victim->visitors--;
    cond_broadcast(&visits, &vm_lock);
    lock_release(&vm_lock);
    return victim != self ? 0 : -ENOMEM;
}

/* Waits for a pin or an eviction to end.  Was there one to wait for? */
static bool wait_change(bool holds_pins, struct vm_tries *tries)
{
    if (holds_pins) {
        timer_sleep(1);
        return ++tries->waits < PINNED_TRIES;
    }
    lock_acquire(&vm_lock);
    bool waited = frame_wait_change();
    lock_release(&vm_lock);
    return waited && ++tries->waits < WAITS_MAX;
}

/* The group of AS that made an attempt fail with ERR, or NULL if it was not for want of room there.
 */
static struct page_group *group_at_fault(int err, const struct aspace *as)
{
    if (as == NULL || err == -ENOMEM)
        return NULL;
    lock_acquire(&vm_lock);
    struct page_group *full = page_group_full(as->group);
    lock_release(&vm_lock);
    return full;
}

static bool in_vain(void)
{
    lock_acquire(&vm_lock);
    bool yes = frame_evicts_in_vain(NULL);
    lock_release(&vm_lock);
    return yes;
}

int vm_retry(int err, struct aspace *as, bool holds_pins, struct vm_tries *tries)
{
    if (err != -EAGAIN && err != -ENOMEM && err != -EDQUOT)
        return err;
    if (err != -EDQUOT && !(err == -ENOMEM && in_vain()) && wait_change(holds_pins, tries)) {
        tries->idle = 0;
        return 0;
    }
    /* What was going on (-EAGAIN) may have ended before this could wait for it, and giving back
     * what the caller held may itself have been the change: look again before anyone ends for it.
     */
    if (!holds_pins && tries->idle++ < (err == -EAGAIN ? IDLE_TRIES : 1)) {
        thread_yield();
        return 0;
    }
    *tries = (struct vm_tries){0};
    struct page_group *full = group_at_fault(err, as);
    if (err == -EDQUOT && full == NULL)
        return 0;
    return oom_reclaim(as, full);
}
