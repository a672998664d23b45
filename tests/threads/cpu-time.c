/* SPDX-License-Identifier: MIT
 * CPU time is measured, not sampled: a thread that never runs when a tick comes is charged what it
 * used, and all threads together have used all the time there was.
 * @icount: 4
 */
#include "tests/threads/mlfqs.h"
#include "threads/interrupt.h"
#include "threads/kstat.h"

#define TICKS 100

static uint64_t used;

static void work(int id)
{
    timer_sleep(1);
    for (int i = 0; i < TICKS; i++) {
        while (timer_now_us() % 10000 < 6000)
            barrier();
        timer_sleep(1);
    }
    used = thread_cpu_ns(thread_current());
}

static void add_cycles(struct thread *t, void *sum)
{
    *(uint64_t *)sum += thread_cpu_cycles(t);
}

KTEST(cpu_time)
{
    struct crew crew;
    const struct kstat *kernel = kstat_find("sched.kernel_ticks");
    KTEST_ASSERT(kernel != NULL);
    crew_init(&crew, work);
    timer_sleep(2); /* Whoever is about to end does. */
    uint64_t ticks_before = kstat_read(kernel), before = 0, after = 0;
    intr_disable();
    uint64_t start = timer_cycles();
    thread_foreach(add_cycles, &before);
    intr_enable();
    crew_start(&crew, PRI_DEFAULT);
    crew_join(&crew);
    timer_sleep(2); /* It has done its work, but may not be dead yet. */
    unsigned ms = used / 1000000, ticks = kstat_read(kernel) - ticks_before;
    msg("used %u ms, ran at %u ticks", ms, ticks);
    KTEST_ASSERT(ms >= TICKS * 58 / 10 && ms <= TICKS * 63 / 10);
    KTEST_ASSERT(ticks <= 2);
    intr_disable();
    uint64_t passed = timer_cycles() - start;
    thread_foreach(add_cycles, &after);
    intr_enable();
    /* The dead thread is not among them any more. */
    uint64_t sum = timer_cycles_to_ns(after - before) + used, ns = timer_cycles_to_ns(passed);
    KTEST_ASSERT(sum > ns - 100000 && sum < ns + 100000);
}
