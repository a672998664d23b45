/* SPDX-License-Identifier: MIT
 * Shares of the CPU, for -sched=stride: between groups first, then within a group.
 *
 * A group gets CPU time in proportion to its tickets, whatever the number of its threads; within
 * it, each thread gets time in proportion to its priority + 1.  Whoever starts a group of threads
 * sets one up, moves threads into it (a new thread is in its maker's group), and may free it when
 * no thread is left in it: one that ends moves itself to share_kernel before.  Under other
 * schedulers a group means nothing, but may be kept all the same.
 */
#ifndef THREADS_SHARE_H
#define THREADS_SHARE_H

#include <list.h>
#include <stdbool.h>
#include <stdint.h>

struct thread;

#define SHARE_TICKETS 100 /* What the kernel's own threads have together. */

/* Interrupts off, all of it. */
struct share_group {
    uint32_t tickets;      /* At least 1. */
    uint64_t pass;         /* When its turn is, in its own time: CPU time / tickets. */
    uint64_t now;          /* Pass of the thread in it that was picked last. */
    struct list ready;     /* Its ready threads, least pass first. */
    bool queued;           /* `ready` is not empty, … */
    struct list_elem elem; /* …so it is in the queue of groups. */
};

/* Of all threads that were moved nowhere. */
extern struct share_group share_kernel;

void share_group_init(struct share_group *group, uint32_t tickets);

/* Moves T, in any state, into GROUP.  Any context. */
void share_group_move(struct thread *t, struct share_group *group);

#endif
