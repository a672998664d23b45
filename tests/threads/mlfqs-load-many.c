/* SPDX-License-Identifier: MIT
 * Sixty threads that work for a minute and then sleep: the load average rises and falls as it
 * should, within 3.5.
 * @icount: 7
 * @options: -mlfqs
 * @ticks: 20000
 * @matrix: jitter=-,1..10
 * @sample: 1
 */
#include "tests/threads/mlfqs.h"

#define THREADS 60

static int64_t start;

static void work(int id)
{
    mlfqs_sleep_until(start);
    mlfqs_work_until(start + 60 * TIMER_FREQ);
}

KTEST(mlfqs_load_many)
{
    static struct crew crew;
    KTEST_ASSERT(thread_mlfqs);
    int64_t half = mlfqs_sleep_to_half(), load = thread_get_load_avg() * 10000ll;
    thread_set_nice(NICE_MIN);
    crew_init(&crew, work);
    start = half + 5 * TIMER_FREQ;
    for (int i = 0; i < THREADS; i++)
        crew_start(&crew, PRI_DEFAULT);
    for (int i = 1; i <= 120; i++) {
        mlfqs_sleep_until(half + i * TIMER_FREQ);
        load = mlfqs_next_load(load, i > 5 && i <= 65 ? THREADS : 0);
        mlfqs_expect("load average", i, thread_get_load_avg(), load, 350);
    }
    crew_join(&crew);
}
