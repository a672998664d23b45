/* SPDX-License-Identifier: MIT
 * Under mlfqs priorities follow from niceness and recent CPU use alone: nobody sets one or lends
 * one, and a new thread has its maker's values.
 * @icount: 7
 * @options: -mlfqs
 * @matrix: jitter=-,1..10
 * @sample: 1
 */
#include "tests/threads/mlfqs.h"

static struct lock lock;

static void work(int id)
{
    KTEST_ASSERT(thread_get_nice() == 7);
    KTEST_ASSERT(thread_get_recent_cpu() > 0);
    thread_set_nice(-3);
    lock_acquire(&lock);
    lock_release(&lock);
}

/* What the formula gives, one less or one more. */
static void expect_formula(void)
{
    int want = PRI_MAX - thread_get_recent_cpu() / 400 - 2 * thread_get_nice();
    want = want < PRI_MIN ? PRI_MIN : want > PRI_MAX ? PRI_MAX : want;
    int seen = thread_get_priority();
    if (seen < want - 1 || seen > want + 1)
        fail("the priority is %d, not %d", seen, want);
}

KTEST(mlfqs_sets_priorities)
{
    struct crew crew;
    KTEST_ASSERT(thread_mlfqs);
    crew_init(&crew, work);
    lock_init(&lock);
    expect_formula();
    thread_set_nice(7);
    expect_formula();
    for (int i = 0; i < 20; i++) {
        mlfqs_work_until(timer_ticks() + 4);
        expect_formula();
    }
    int before = thread_get_priority();
    thread_set_priority(PRI_MIN);
    expect_priority(before);
    lock_acquire(&lock);
    crew_start(&crew, PRI_MIN);
    timer_sleep(2); /* It waits for the lock by now. */
    KTEST_ASSERT(thread_get_priority() <= before + 1);
    lock_release(&lock);
    thread_set_nice(NICE_MIN - 5);
    KTEST_ASSERT(thread_get_nice() == NICE_MIN);
    thread_set_nice(NICE_DEFAULT);
    crew_join(&crew);
}
