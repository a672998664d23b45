/* SPDX-License-Identifier: MIT
 * The recent CPU use of a thread that runs alone for two minutes is as it should be every second,
 * within 2.5; it decays while the thread sleeps.
 * @icount: 7
 * @options: -mlfqs
 * @ticks: 25000
 * @matrix: jitter=-,1..10
 * @sample: 1
 */
#include "tests/threads/mlfqs.h"

KTEST(mlfqs_recent)
{
    KTEST_ASSERT(thread_mlfqs);
    int64_t half = mlfqs_sleep_to_half();
    int64_t load = thread_get_load_avg() * 10000ll, recent = thread_get_recent_cpu() * 10000ll;
    for (int i = 1; i <= 150; i++) {
        bool work = i <= 120;
        int ticks = i == 1 ? 50 : i == 121 ? 50 : work ? 100 : 0;
        if (work)
            mlfqs_work_until(half + i * TIMER_FREQ);
        else
            mlfqs_sleep_until(half + i * TIMER_FREQ);
        load = mlfqs_next_load(load, work);
        recent = mlfqs_next_recent(recent, ticks, load, 0);
        /* In this half of the second it has run 50 ticks more. */
        mlfqs_expect("recent CPU use", i, thread_get_recent_cpu(), recent + (work ? 50000000 : 0),
                     250);
    }
}
