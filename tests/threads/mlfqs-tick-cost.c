/* SPDX-License-Identifier: MIT
 * The timer interrupt under mlfqs, with sixty threads ready: what a tick, a tick with a new
 * priority and the tick of a second cost, in instructions.
 * @icount: 0
 * @builds: release
 * @options: -mlfqs
 * @plain: yes
 */
#include "tests/bench/bench.h"
#include "tests/threads/mlfqs.h"
#include "threads/interrupt.h"

#define THREADS 60

static struct semaphore go;

static void work(int id)
{
    sema_down(&go);
}

/* The timer's interrupt, raised by software; it counts a tick. */
static void timer_tick(void)
{
    __asm__ volatile("int $0x20");
}

static void expect_cost(const char *what, unsigned cost, unsigned limit)
{
    msg("%s: %u instructions", what, cost);
    if (cost > limit)
        fail("%s costs %u instructions, more than %u", what, cost, limit);
}

KTEST(mlfqs_tick_cost)
{
    static struct crew crew;
    unsigned plain = 0, fourth = 0, second = 0;
    KTEST_ASSERT(thread_mlfqs);
    crew_init(&crew, work);
    sema_init(&go, 0);
    thread_set_nice(NICE_MAX); /* Theirs.  Ours is such that they never preempt us. */
    for (int i = 0; i < THREADS; i++)
        crew_start(&crew, PRI_DEFAULT);
    timer_sleep(2);
    thread_set_nice(NICE_MIN);            /* They wait now. */
    enum intr_level old = intr_disable(); /* No other thread, and no other tick. */
    for (int i = 0; i < THREADS; i++)
        sema_up(&go);
    for (int i = 0; i < 2 * TIMER_FREQ; i++) {
        unsigned cost = bench_call(timer_tick);
        unsigned *most = thread_ticks % TIMER_FREQ == 0 ? &second
                         : thread_ticks % 4 == 0        ? &fourth
                                                        : &plain;
        *most = cost > *most ? cost : *most;
        KTEST_ASSERT(!thread_preempt_wanted);
    }
    intr_set_level(old);
    crew_join(&crew);
    expect_cost("a tick", plain, 180);
    expect_cost("every 4th tick", fourth, 250);
    expect_cost("every 100th tick", second, 400 + 160 * THREADS);
}
