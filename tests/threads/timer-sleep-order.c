/* SPDX-License-Identifier: MIT
 * Sleepers wake in the order of their time, not early and not late, and the CPU idles meanwhile.
 * Two for the same tick wake in the order in which they went to sleep; not under jitter, where the
 * first to wake may have to let the second go ahead.
 * @icount: 4
 */
#include "devices/timer.h"
#include "tests/threads/crew.h"
#include "threads/jitter.h"
#include "threads/kstat.h"

static int durations[] = {30, 10, 50, 20, 40, 10};
static int64_t start;

static void work(int id)
{
    timer_sleep(start + durations[id] - timer_ticks());
    int64_t late = timer_ticks() - start - durations[id];
    if (late < 0 || late > 2)
        fail("sleeper %d woke %d ticks late", id, (int)late);
    note('a' + id);
}

KTEST(timer_sleep_order)
{
    struct crew crew;
    const struct kstat *idle = kstat_find("sched.idle_ticks");
    KTEST_ASSERT(idle != NULL);
    durations[5] += jitter_on;
    crew_init(&crew, work);
    timer_sleep(1);
    start = timer_ticks();
    uint64_t idle_before = kstat_read(idle);
    for (int i = 0; i < 6; i++)
        crew_start(&crew, PRI_DEFAULT);
    crew_join(&crew);
    unsigned idled = kstat_read(idle) - idle_before;
    expect_ran("bfdaec");
    if (idled < 45)
        fail("only %u of 50 ticks were idle", idled);
}
