/* SPDX-License-Identifier: MIT
 * Sleepers use no CPU time while they sleep: the CPU is halted meanwhile.
 * @icount: 4
 */
#include "devices/timer.h"
#include "tests/threads/crew.h"
#include "threads/kstat.h"

#define SLEEPERS 30
#define TICKS 200

static uint64_t used[SLEEPERS];

static void work(int id)
{
    timer_sleep(TICKS);
    used[id] = thread_cpu_ns(thread_current());
}

KTEST(alarm_costs_nothing)
{
    static struct crew crew;
    const struct kstat *idle = kstat_find("sched.idle_us");
    KTEST_ASSERT(idle != NULL);
    crew_init(&crew, work);
    timer_sleep(1);
    uint64_t idle_before = kstat_read(idle);
    for (int i = 0; i < SLEEPERS; i++)
        crew_start(&crew, PRI_DEFAULT);
    crew_join(&crew);
    unsigned idled = kstat_read(idle) - idle_before;
    if (idled < TICKS * 9900 || idled > (TICKS + 1) * 10000)
        fail("%u of %u us were idle", idled, TICKS * 10000);
    for (int i = 0; i < SLEEPERS; i++)
        if (used[i] == 0 || used[i] > 2000000)
            fail("sleeper %d used %u ns", i, (unsigned)used[i]);
}
