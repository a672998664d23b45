/* SPDX-License-Identifier: MIT
 * The scheduler's seam: thread.c switches, a table of functions decides who runs.
 *
 * -sched=NAME chooses the table: prio (runq.c), mlfqs, rr, stride (sched-NAME.c).  A new scheduler
 * is a file with a table, and its line in sched.c.  All functions are called with interrupts off.
 * The idle thread is never given to a scheduler, but may be the running thread.
 */
#ifndef THREADS_SCHED_H
#define THREADS_SCHED_H

#include <stdbool.h>

struct thread;

struct sched_ops {
    const char *name;

    /* Waiting for a lock lends its holder one's priority. */
    bool donates;

    /* Before the first thread. */
    void (*init)(void);

    /* T is new, made by the running thread (by itself, if it is the first). */
    void (*start)(struct thread *t);

    /* T became ready; it may be the running thread, which is about to stop.  AT_HEAD: it was
     * preempted and goes before its equals.  Returns whether T should run instead of the running
     * thread. */
    bool (*enqueue)(struct thread *t, bool at_head);

    /* T, which is ready, leaves (to come back with another priority, say). */
    void (*dequeue)(struct thread *t);

    /* Removes and returns the thread to run next; NULL if none is ready.  The running thread is
     * still the one that ran until now. */
    struct thread *(*pick)(void);

    /* Should a ready thread run instead of T, which runs now and has a new priority? */
    bool (*preempts)(const struct thread *t);

    /* A tick passed while T ran; NULL: while the CPU was idle.  Returns whether another thread
     * should have its turn. */
    bool (*tick)(struct thread *t);
};

extern const struct sched_ops sched_prio, sched_mlfqs, sched_rr, sched_stride;
extern const struct sched_ops *sched; /* The one in use. */

void sched_init(void);

#endif
