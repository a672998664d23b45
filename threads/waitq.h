/* SPDX-License-Identifier: MIT
 * Sleeps that others may end: by a wake-up, by a time limit, or because the thread is to end.
 *
 * A wait queue is a list of threads, guarded by disabling interrupts.  Look whether you need to
 * sleep and go to sleep with interrupts off, and no wake-up is lost:
 *
 *     enum intr_level old = intr_disable();
 *     while (!ready && err == 0)
 *         err = waitq_sleep(&q, "keys", 0);
 *     intr_set_level(old);
 *
 * A thread that was interrupted (thread_interrupt()) cannot sleep so any more: it returns -EINTR
 * from wherever it is, and userprog/ ends it before it would enter user mode.
 */
#ifndef THREADS_WAITQ_H
#define THREADS_WAITQ_H

#include <list.h>
#include <stdbool.h>
#include <stdint.h>
#include "threads/thread.h"

struct waitq {
    struct list waiters; /* Of struct thread, by elem; first come first. */
};

void waitq_init(struct waitq *q);

/* Sleeps until woken: 0; interrupted: -EINTR; for TICKS timer ticks, unless that is 0: -ETIMEDOUT.
 * NAME says what for, to the watchdog.  Interrupts off, before and after; they are on meanwhile. */
int waitq_sleep(struct waitq *q, const char *name, int64_t ticks);

/* Wake the first, or all; whether there was one.  Any context. */
bool waitq_wake(struct waitq *q);
bool waitq_wake_all(struct waitq *q);

/* Makes T end soon: its sleep in a wait queue ends now, it will find no other, and when it next
 * returns to user mode, thread_leave() is called in its place.  Interrupts off. */
void thread_interrupt(struct thread *t);

/* What the ways into user mode call for an interrupted thread; userprog/ sets it. */
extern void (*thread_leave)(void);

#endif
