/* SPDX-License-Identifier: MIT
 * One thread that always runs: the load average climbs to 1 as it should, and falls when the thread
 * sleeps.
 * @icount: 7
 * @options: -mlfqs
 * @ticks: 20000
 * @matrix: jitter=-,1..10
 * @sample: 1
 */
#include "tests/threads/mlfqs.h"

KTEST(mlfqs_load_one)
{
    KTEST_ASSERT(thread_mlfqs);
    int64_t half = mlfqs_sleep_to_half(), load = thread_get_load_avg() * 10000ll;
    KTEST_ASSERT(load < 20000);
    for (int i = 1; i <= 90; i++) {
        bool work = i <= 60;
        if (work)
            mlfqs_work_until(half + i * TIMER_FREQ);
        else
            mlfqs_sleep_until(half + i * TIMER_FREQ);
        load = mlfqs_next_load(load, work);
        mlfqs_expect("load average", i, thread_get_load_avg(), load, 5);
        if (i == 42)
            KTEST_ASSERT(thread_get_load_avg() > 48 && thread_get_load_avg() < 54);
    }
}
