/* SPDX-License-Identifier: MIT
 * A kernel thread that keeps the CPU from others is reported, once.
 * @builds: debug
 * @options: -softlockup=1
 * @output: Soft lockup: main
 * @icount: 5
 */
#include "devices/timer.h"
#include "tests/threads/crew.h"
#include "threads/kstat.h"

static void work(int id)
{
}

KTEST(soft_lockup)
{
    const struct kstat *reports = kstat_find("watchdog.soft_lockups");
    struct crew crew;
    KTEST_ASSERT(reports != NULL);
    crew_init(&crew, work);
    timer_sleep(1);
    int64_t start = timer_ticks();
    crew_start(&crew, PRI_DEFAULT - 1);
    while (timer_elapsed(start) < 4 * TIMER_FREQ)
        continue;
    KTEST_ASSERT(kstat_read(reports) == 1);
    crew_join(&crew);
}
