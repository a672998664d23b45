/* SPDX-License-Identifier: MIT
 * The stride scheduler: each gets CPU time in proportion to its tickets.
 *
 * Whoever has run for a time T with N tickets is due again T / N later in its own time, which is
 * `pass`: the least pass runs.  This is done twice, between groups (threads/share.h) and between
 * the threads of the group whose turn it is.  Time is what was measured at switches, so one that
 * yields just before each tick pays like any other.  One that slept gets no credit for it: its pass
 * is at least that of the one picked last, so it goes first when it wakes, but no further back.
 *
 * A thread's tickets are its priority + 1, also a donated one.
 */
#include <debug.h>
#include <list.h>
#include <stddef.h>
#include "threads/interrupt.h"
#include "threads/queue.h"
#include "threads/sched.h"
#include "threads/share.h"
#include "threads/thread.h"

#define PASS_SCALE 64 /* A pass counts 64ths, so that many tickets do not round it away. */

struct share_group share_kernel;

static struct list groups;  /* Those with ready threads, least pass first. */
static uint64_t groups_now; /* Pass of the group that was picked last. */

static void group_queue(struct share_group *g)
{
    struct list_elem *e = list_begin(&groups);
    while (e != list_end(&groups) && list_entry(e, struct share_group, elem)->pass <= g->pass)
        e = list_next(e);
    queue_insert(e, &g->elem);
    g->queued = true;
}

static void group_unqueue(struct share_group *g)
{
    queue_remove(&g->elem);
    g->queued = false;
}

static void thread_queue(struct thread *t, bool at_head)
{
    struct list_elem *e = list_begin(&t->group->ready);
    for (; e != list_end(&t->group->ready); e = list_next(e)) {
        uint64_t pass = list_entry(e, struct thread, elem)->pass;
        if (pass > t->pass || (at_head && pass == t->pass))
            break;
    }
    queue_insert(e, &t->elem);
}

/* T, which runs, pays for the time since it last paid. */
static void charge(struct thread *t)
{
    struct share_group *g = t->group;
    uint64_t used = thread_cpu_cycles(t) - t->charged;
    if (thread_is_idle(t))
        return;
    t->charged += used;
    t->pass += used * PASS_SCALE / (uint32_t)(t->priority + 1);
    g->pass += used * PASS_SCALE / g->tickets;
    if (g->queued) {
        group_unqueue(g);
        group_queue(g);
    }
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Should T, which is ready, run before CUR? */
static bool before(const struct thread *t, const struct thread *cur)
{
    if (thread_is_idle(cur))
        return true;
    return t->group == cur->group ? t->pass < cur->pass : t->group->pass < cur->group->pass;
}

static struct thread *first(void)
{
    if (list_empty(&groups))
        return NULL;
    struct share_group *g = list_entry(list_begin(&groups), struct share_group, elem);
    return list_entry(list_begin(&g->ready), struct thread, elem);
}

static void stride_init(void)
{
    list_init(&groups);
}

static void stride_start(struct thread *t)
{
    if (share_kernel.tickets == 0)
        share_group_init(&share_kernel, SHARE_TICKETS);
    struct share_group *g = thread_current()->group;
    t->group = g != NULL ? g : &share_kernel;
}

static bool stride_enqueue(struct thread *t, bool at_head)
{
    struct thread *cur = thread_current();
    charge(cur);
    if (t != cur) {
        t->pass = later(t->pass, t->group->now);
        if (!t->group->queued && t->group != cur->group)
            t->group->pass = later(t->group->pass, groups_now);
    }
    thread_queue(t, at_head);
    if (!t->group->queued)
        group_queue(t->group);
    return before(t, cur);
}

static void stride_dequeue(struct thread *t)
{
    queue_remove(&t->elem);
    if (list_empty(&t->group->ready))
        group_unqueue(t->group);
}

static struct thread *stride_pick(void)
{
    struct thread *cur = thread_current();
    if (cur->status != THREAD_READY)
        charge(cur);
    struct thread *t = first();
    if (t == NULL)
        return NULL;
    stride_dequeue(t);
    t->group->now = later(t->group->now, t->pass);
    groups_now = later(groups_now, t->group->pass);
    return t;
}

static bool stride_preempts(const struct thread *t)
{
    struct thread *best = first();
    return best != NULL && before(best, t);
}

static bool stride_tick(struct thread *t)
{
    if (t == NULL)
        return false;
    charge(t);
    if (t->slice > 0)
        t->slice--;
    return t->slice == 0 && stride_preempts(t);
}

const struct sched_ops sched_stride = {
    .name = "stride",
    .donates = true,
    .init = stride_init,
    .start = stride_start,
    .enqueue = stride_enqueue,
    .dequeue = stride_dequeue,
    .pick = stride_pick,
    .preempts = stride_preempts,
    .tick = stride_tick,
};

void share_group_init(struct share_group *group, uint32_t tickets)
{
    ASSERT(tickets > 0);
    *group = (struct share_group){.tickets = tickets};
    list_init(&group->ready);
}

void share_group_move(struct thread *t, struct share_group *group)
{
    enum intr_level old = intr_disable();
    bool queued = sched == &sched_stride && t->status == THREAD_READY;
    if (queued)
        stride_dequeue(t);
    else if (sched == &sched_stride && t == thread_current())
        charge(t);
    t->group = group;
    t->pass = group->now;
    if (queued && stride_enqueue(t, false))
        thread_preempt_wanted = true;
    intr_set_level(old);
}
