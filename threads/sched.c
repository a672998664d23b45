/* SPDX-License-Identifier: MIT
 * The priority scheduler: 64 run queues and a bitmap of those that are not empty.
 *
 * The first thread of the highest queue runs.  A thread goes to the end of its queue when it wakes,
 * yields, or has used up its slice; it goes back to the front when a higher one preempts it, so
 * that a switch never changes the order of equals.
 */
#include "threads/sched.h"
#include <debug.h>
#include <list.h>
#include <stdint.h>
#include "threads/queue.h"
#include "threads/thread.h"

#define QUEUES (PRI_MAX + 1)

static struct list queues[QUEUES];
static uint32_t ready_map[QUEUES / 32]; /* Bit set: the queue has a thread. */

const struct sched_ops *sched = &sched_prio;

void sched_init(void)
{
    for (int i = 0; i < QUEUES; i++)
        list_init(&queues[i]);
}

/* The highest priority that is ready, or -1. */
static inline int prio_top(void)
{
    if (ready_map[1] != 0)
        return 63 - __builtin_clz(ready_map[1]);
    return ready_map[0] != 0 ? 31 - __builtin_clz(ready_map[0]) : -1;
}

static inline void mark(unsigned priority, bool ready)
{
    uint32_t bit = 1u << priority % 32;
    if (ready)
        ready_map[priority / 32] |= bit;
    else
        ready_map[priority / 32] &= ~bit;
}

static bool prio_enqueue(struct thread *t, bool at_head)
{
    int priority = t->priority;
    struct list *queue = &queues[priority];
    queue_insert(at_head ? list_begin(queue) : list_end(queue), &t->elem);
    mark(priority, true);
    return priority > thread_current()->priority;
}

static void prio_dequeue(struct thread *t)
{
    queue_remove(&t->elem);
    if (list_empty(&queues[t->priority]))
        mark(t->priority, false);
}

static struct thread *prio_pick(void)
{
    int top = prio_top();
    if (top < 0)
        return NULL;
    struct list_elem *first = queue_remove_first(&queues[top]);
    if (list_empty(&queues[top]))
        mark(top, false);
    return list_entry(first, struct thread, elem);
}

static bool prio_preempts(const struct thread *t)
{
    return prio_top() > t->priority;
}

static bool prio_tick(struct thread *t)
{
    if (t->slice > 0)
        t->slice--;
    return t->slice == 0 && prio_top() >= t->priority;
}

const struct sched_ops sched_prio = {
    .name = "prio",
    .enqueue = prio_enqueue,
    .dequeue = prio_dequeue,
    .pick = prio_pick,
    .preempts = prio_preempts,
    .tick = prio_tick,
};
