/* SPDX-License-Identifier: MIT
 * Sixty threads that start a second after one another and work for a minute each: the load average
 * follows, within 2.5.
 * @icount: 7
 * @options: -mlfqs
 * @ticks: 25000
 * @matrix: jitter=-,1..10
 * @sample: 1
 */
#include "tests/threads/mlfqs.h"

#define THREADS 60
#define BUSY 60

static int64_t start;

static void work(int id)
{
    int64_t mine = start + id * TIMER_FREQ;
    mlfqs_sleep_until(mine);
    mlfqs_work_until(mine + BUSY * TIMER_FREQ);
}

static int working(int second)
{
    int cnt = 0;
    for (int id = 0; id < THREADS; id++)
        cnt += second > id && second <= id + BUSY;
    return cnt;
}

KTEST(mlfqs_load_staggered)
{
    static struct crew crew;
    KTEST_ASSERT(thread_mlfqs);
    int64_t load = thread_get_load_avg() * 10000ll;
    thread_set_nice(NICE_MIN);
    start = mlfqs_sleep_to_half();
    crew_init(&crew, work);
    for (int i = 0; i < THREADS; i++)
        crew_start(&crew, PRI_DEFAULT);
    for (int i = 1; i <= 180; i++) {
        mlfqs_sleep_until(start + i * TIMER_FREQ);
        load = mlfqs_next_load(load, working(i));
        mlfqs_expect("load average", i, thread_get_load_avg(), load, 250);
    }
    crew_join(&crew);
}
