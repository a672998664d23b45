/* SPDX-License-Identifier: MIT
 * Sleeping for no time or less returns at once.
 * @icount: 4
 */
#include "devices/timer.h"
#include "tests/ktest.h"
#include "threads/kstat.h"

KTEST(alarm_not_positive)
{
    const struct kstat *switches = kstat_find("sched.switches");
    KTEST_ASSERT(switches != NULL);
    timer_sleep(1);
    int64_t before = timer_ticks();
    uint64_t switches_before = kstat_read(switches);
    timer_sleep(0);
    timer_sleep(-1);
    timer_sleep(INT64_MIN);
    timer_msleep(0);
    timer_usleep(-5);
    timer_nsleep(0);
    KTEST_ASSERT(timer_elapsed(before) == 0);
    KTEST_ASSERT(kstat_read(switches) == switches_before);
}
