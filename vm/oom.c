/* SPDX-License-Identifier: MIT
 * When memory and swap have ended all the same: who gives way.
 *
 * Promises (aspace.c) make this rare: -overcommit, a failing swap disk, or a kernel that grew since
 * the promise.  The address space with the most pages ends, with a line that says so.  Its
 * pages are taken from it at once, so that whoever needs them need not wait for it to run; its
 * process is killed when it next faults or returns to user mode.
 */
#include <debug.h>
#include <errno.h>
#include <stdio.h>
#include "devices/timer.h"
#include "threads/kstat.h"
#include "vm/page.h"

KSTAT_DEFINE(oom_kills, "vm", "oom_kills", "processes", "ended because memory did");

/* How often a caller that may wait for itself looks again, a tick apart. */
#define PINNED_TRIES 50
/* How often others' changes are waited for, each of which somebody else made use of: two faults
 * that both find no memory take each other's attempts for such changes. */
#define WAITS_MAX 4096
/* How often in a row a reason to wait may be gone before it could be waited for. */
#define IDLE_TRIES 16

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

/* The one with the most pages; one that is giving back its pages already before any other.  vm_lock
 * held. */
static struct aspace *largest(void)
{
    struct aspace *best = NULL;
    for (struct list_elem *e = list_begin(&aspaces); e != list_end(&aspaces); e = list_next(e)) {
        struct aspace *as = list_entry(e, struct aspace, elem);
        if (as->upages > 0 && as->doomed)
            return as;
        if (as->upages > 0 && (best == NULL || as->upages > best->upages))
            best = as;
    }
    return best;
}

/* Marks the one to end and announces it.  vm_lock held. */
static void doom(struct aspace *as)
{
    if (as->doomed)
        return;
    as->doomed = true;
    kstat_inc(&oom_kills);
    printf("Out of memory: %s ends: it has the most pages (%zu)\n", as->name, as->upages);
}

int oom_reclaim(struct aspace *self)
{
    lock_acquire(&vm_lock);
    struct aspace *victim = self != NULL && self->doomed ? self : largest();
    if (victim != NULL) {
        doom(victim);
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

int vm_retry(int err, struct aspace *as, bool holds_pins, struct vm_tries *tries)
{
    if (err != -EAGAIN && err != -ENOMEM)
        return err;
    if (wait_change(holds_pins, tries)) {
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
    return oom_reclaim(as);
}
