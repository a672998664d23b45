/* SPDX-License-Identifier: MIT
 * The run queue by priority: 64 queues and a bitmap of those that are not empty.  With priorities
 * that only threads themselves and donation change, it is the scheduler prio.
 *
 * The first thread of the highest queue runs.  A thread goes to the end of its queue when it wakes,
 * yields, or has used up its slice; it goes back to the front when a higher one preempts it, so
 * that a switch never changes the order of equals.
 */
#include "threads/runq.h"
#include <list.h>
#include <stdint.h>
#include "threads/queue.h"
#include "threads/sched.h"
#include "threads/thread.h"

#define QUEUES (PRI_MAX + 1)

static struct list queues[QUEUES];
static uint32_t ready_map[QUEUES / 32]; /* Bit set: the queue has a thread. */

void runq_init(void)
{
    for (int i = 0; i < QUEUES; i++)
        list_init(&queues[i]);
}

/* The highest priority that is ready, or -1. */
static inline int top_priority(void)
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

bool runq_enqueue(struct thread *t, bool at_head)
{
    int priority = t->priority;
    struct list *queue = &queues[priority];
    queue_insert(at_head ? list_begin(queue) : list_end(queue), &t->elem);
    mark(priority, true);
    return priority > thread_current()->priority;
}

void runq_dequeue(struct thread *t)
{
    queue_remove(&t->elem);
    if (list_empty(&queues[t->priority]))
        mark(t->priority, false);
}

struct thread *runq_pick(void)
{
    int top = top_priority();
    if (top < 0)
        return NULL;
    struct list_elem *first = queue_remove_first(&queues[top]);
    if (list_empty(&queues[top]))
        mark(top, false);
    return list_entry(first, struct thread, elem);
}

bool runq_preempts(const struct thread *t)
{
    return top_priority() > t->priority;
}

bool runq_tick(struct thread *t)
{
    if (t == NULL)
        return false;
    if (t->slice > 0)
        t->slice--;
    return t->slice == 0 && top_priority() >= t->priority;
}

static void prio_start(struct thread *t)
{
}

const struct sched_ops sched_prio = {
    .name = "prio",
    .donates = true,
    .init = runq_init,
    .start = prio_start,
    .enqueue = runq_enqueue,
    .dequeue = runq_dequeue,
    .pick = runq_pick,
    .preempts = runq_preempts,
    .tick = runq_tick,
};
