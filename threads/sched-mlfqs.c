/* SPDX-License-Identifier: MIT
 * The 4.4BSD scheduler: priorities follow from the CPU time that threads have used lately.
 *
 *     priority   = PRI_MAX - recent_cpu / 4 - nice * 2                     every 4 ticks
 *     recent_cpu + 1 for the running thread                                every tick
 *     load_avg   = 59/60 * load_avg + 1/60 * threads that want to run      every second
 *     recent_cpu = 2 load_avg / (2 load_avg + 1) * recent_cpu + nice       every second
 *
 * Within a second only the running thread's recent_cpu changes, so every 4 ticks only its priority
 * is computed anew.  Nothing is donated.  The run queue is the one of the scheduler prio.
 */
#include <debug.h>
#include "devices/timer.h"
#include "threads/fixed-point.h"
#include "threads/interrupt.h"
#include "threads/runq.h"
#include "threads/sched.h"
#include "threads/thread.h"

#define PRIORITY_TICKS 4

static fixed_t load_avg;

static int clamp(int n, int low, int high)
{
    return n < low ? low : n > high ? high : n;
}

static void update_priority(struct thread *t)
{
    fixed_t exact = fixed_from_int(PRI_MAX - t->nice * 2) - t->recent_cpu / 4;
    int priority = clamp(fixed_trunc(exact), PRI_MIN, PRI_MAX);
    if (priority != t->priority)
        thread_change_priority(t, priority);
}

static void mlfqs_start(struct thread *t)
{
    struct thread *maker = thread_current();
    t->nice = maker->nice;
    t->recent_cpu = maker->recent_cpu;
    update_priority(t);
}

static void count_wanting(struct thread *t, void *wanting)
{
    if (!thread_is_idle(t) && (t->status == THREAD_READY || t->status == THREAD_RUNNING))
        ++*(int *)wanting;
}

/* A second has passed for T; *FACTOR is what stays of its recent_cpu. */
static void decay(struct thread *t, void *factor)
{
    if (thread_is_idle(t))
        return;
    t->recent_cpu = fixed_mul(*(fixed_t *)factor, t->recent_cpu) + fixed_from_int(t->nice);
    update_priority(t);
}

static NO_INLINE void second(void)
{
    int wanting = 0;
    thread_foreach(count_wanting, &wanting);
    load_avg = (59 * load_avg + fixed_from_int(wanting)) / 60;
    fixed_t factor = fixed_div(2 * load_avg, 2 * load_avg + FIXED_ONE);
    thread_foreach(decay, &factor);
}

static bool mlfqs_tick(struct thread *t)
{
    if (t != NULL)
        t->recent_cpu += FIXED_ONE;
    if (thread_ticks % PRIORITY_TICKS == 0) {
        if (thread_ticks % TIMER_FREQ == 0)
            second();
        else if (t != NULL)
            update_priority(t);
    }
    return runq_tick(t);
}

const struct sched_ops sched_mlfqs = {
    .name = "mlfqs",
    .init = runq_init,
    .start = mlfqs_start,
    .enqueue = runq_enqueue,
    .dequeue = runq_dequeue,
    .pick = runq_pick,
    .preempts = runq_preempts,
    .tick = mlfqs_tick,
};

int thread_get_nice(void)
{
    return thread_current()->nice;
}

void thread_set_nice(int nice)
{
    struct thread *cur = thread_current();
    enum intr_level old = intr_disable();
    cur->nice = clamp(nice, NICE_MIN, NICE_MAX);
    if (thread_mlfqs)
        update_priority(cur);
    intr_set_level(old);
}

int thread_get_recent_cpu(void)
{
    return fixed_round(100 * (int64_t)thread_current()->recent_cpu);
}

int thread_get_load_avg(void)
{
    return fixed_round(100 * (int64_t)load_avg);
}
