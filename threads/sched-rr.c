/* SPDX-License-Identifier: MIT
 * The round-robin scheduler: one queue, turns of equal length, priorities without meaning.
 */
#include <list.h>
#include <stddef.h>
#include "threads/queue.h"
#include "threads/sched.h"
#include "threads/thread.h"

static struct list ready;

static void rr_init(void)
{
    list_init(&ready);
}

static void rr_start(struct thread *t)
{
}

static bool rr_enqueue(struct thread *t, bool at_head)
{
    queue_insert(at_head ? list_begin(&ready) : list_end(&ready), &t->elem);
    return thread_is_idle(thread_current());
}

static void rr_dequeue(struct thread *t)
{
    queue_remove(&t->elem);
}

static struct thread *rr_pick(void)
{
    if (list_empty(&ready))
        return NULL;
    return list_entry(queue_remove_first(&ready), struct thread, elem);
}

static bool rr_preempts(const struct thread *t)
{
    return false;
}

static bool rr_tick(struct thread *t)
{
    if (t == NULL)
        return false;
    if (t->slice > 0)
        t->slice--;
    return t->slice == 0 && !list_empty(&ready);
}

const struct sched_ops sched_rr = {
    .name = "rr",
    .init = rr_init,
    .start = rr_start,
    .enqueue = rr_enqueue,
    .dequeue = rr_dequeue,
    .pick = rr_pick,
    .preempts = rr_preempts,
    .tick = rr_tick,
};
