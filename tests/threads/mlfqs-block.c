/* SPDX-License-Identifier: MIT
 * A thread that has long waited for a lock has little recent CPU use left: it runs at once when it
 * gets the lock from one that has worked meanwhile.
 * @icount: 7
 * @options: -mlfqs
 * @matrix: jitter=-,1..10
 * @sample: 1
 */
#include "tests/threads/mlfqs.h"

static struct lock lock;
static bool got;

static void work(int id)
{
    mlfqs_work_until(timer_ticks() + 20 * TIMER_FREQ);
    lock_acquire(&lock);
    if (thread_get_priority() < PRI_MAX - 2)
        fail("it still has a priority of %d", thread_get_priority());
    got = true;
    lock_release(&lock);
}

KTEST(mlfqs_block)
{
    struct crew crew;
    KTEST_ASSERT(thread_mlfqs);
    crew_init(&crew, work);
    lock_init(&lock);
    lock_acquire(&lock);
    crew_start(&crew, PRI_DEFAULT);
    timer_sleep(25 * TIMER_FREQ);
    mlfqs_work_until(timer_ticks() + 5 * TIMER_FREQ);
    KTEST_ASSERT(!got);
    int before = thread_get_priority();
    lock_release(&lock);
    KTEST_ASSERT(got);
    expect_priority(before);
    crew_join(&crew);
}
