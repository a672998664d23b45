/* SPDX-License-Identifier: MIT
 * The scheduler's seam: thread.c switches, a table of functions decides who runs.
 *
 * All functions are called with interrupts off.  The idle thread is never given to a scheduler.
 */
#ifndef THREADS_SCHED_H
#define THREADS_SCHED_H

#include <stdbool.h>

struct thread;

struct sched_ops {
    const char *name;

    /* T became ready.  AT_HEAD: it was preempted and goes before its equals.  Returns whether T
     * should run instead of the running thread. */
    bool (*enqueue)(struct thread *t, bool at_head);

    /* T, which is ready, leaves (to come back with another priority, say). */
    void (*dequeue)(struct thread *t);

    /* Removes and returns the thread to run next; NULL if none is ready. */
    struct thread *(*pick)(void);

    /* Should a ready thread run instead of T, which runs now and has a new priority? */
    bool (*preempts)(const struct thread *t);

    /* A tick passed while T ran.  Returns whether an equal of T should have its turn. */
    bool (*tick)(struct thread *t);
};

extern const struct sched_ops sched_prio;
extern const struct sched_ops *sched; /* The one in use. */

void sched_init(void);

#endif
