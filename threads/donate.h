/* SPDX-License-Identifier: MIT
 * Priority donation: who waits for a lock lends its holder his priority.
 *
 * Called by the locks (synch.c) and by thread_set_priority(), with interrupts off.
 */
#ifndef THREADS_DONATE_H
#define THREADS_DONATE_H

#include <list.h>
#include "threads/synch.h"
#include "threads/thread.h"

/* The first waiter of the highest priority in WAITERS, which is not empty. */
static inline struct thread *best_waiter(struct list *waiters)
{
    struct list_elem *e = list_begin(waiters);
    struct thread *best = list_entry(e, struct thread, elem);
    while ((e = list_next(e)) != list_end(waiters)) {
        struct thread *t = list_entry(e, struct thread, elem);
        if (t->priority > best->priority)
            best = t;
    }
    return best;
}

/* LOCK, which is held, has waiters, of whom one has PRIORITY: they lend it to the holder, and on
 * along the chain.  Whoever borrowed from them before does so no more. */
void donate_begin(struct lock *lock, int priority);

/* HOLDER has freed LOCK, which had waiters: falls back to what is lent to it otherwise. */
void donate_end(struct lock *lock, struct thread *holder);

/* T's own priority or the highest that is lent to it. */
int donate_priority(const struct thread *t);

#endif
