/* SPDX-License-Identifier: MIT
 * Priority donation.
 *
 * A lock that has a holder and waiters is on its holder's list of contended locks; his priority is
 * his own or the highest among all their waiters, whichever is more.  It goes up when somebody
 * begins to wait (and on along the chain of holders that wait themselves), and is computed anew
 * when he frees a contended lock.  A lock that nobody waits for is never seen here.
 *
 * Between the instruction that frees a lock and the wake-up, an interrupt may let another thread
 * take it; he then adopts the waiters, so the lock may be on his list when the first one gets here.
 */
#include "threads/donate.h"
#include <stddef.h>
#include "threads/queue.h"
#include "threads/sched.h"

int donate_priority(const struct thread *t)
{
    int priority = t->base_priority;
    if (!sched->donates)
        return priority;
    LIST_FOREACH (e, (struct list *)&t->contended) {
        struct thread *best = best_waiter(&list_entry(e, struct lock, donor_elem)->waiters);
        if (best->priority > priority)
            priority = best->priority;
    }
    return priority;
}

/* LOCK leaves the list of contended locks that it is on. */
static void leave_list(struct lock *lock)
{
    if (lock->donee != NULL)
        queue_remove(&lock->donor_elem);
    lock->donee = NULL;
}

void donate_begin(struct lock *lock, int priority)
{
    struct thread *t = lock->holder;
    if (lock->donee != t) {
        leave_list(lock);
        lock->donee = t;
        queue_insert(list_end(&t->contended), &lock->donor_elem);
    }
    if (!sched->donates)
        return;
    for (; t != NULL && t->priority < priority; t = lock != NULL ? lock->holder : NULL) {
        thread_change_priority(t, priority);
        lock = t->wait_lock;
    }
}

void donate_end(struct lock *lock, struct thread *holder)
{
    if (lock->donee == holder)
        leave_list(lock);
    if (sched->donates && holder->priority != holder->base_priority)
        thread_change_priority(holder, donate_priority(holder));
}
