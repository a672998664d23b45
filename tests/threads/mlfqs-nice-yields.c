/* SPDX-License-Identifier: MIT
 * A thread that becomes nicer than a ready one lets that run at once.
 * @icount: 7
 * @options: -mlfqs
 * @matrix: jitter=-,1..10
 * @sample: 1
 */
#include "tests/threads/mlfqs.h"
#include "threads/interrupt.h"

static void work(int id)
{
    note('a');
}

KTEST(mlfqs_nice_yields)
{
    struct crew crew;
    KTEST_ASSERT(thread_mlfqs);
    crew_init(&crew, work);
    thread_set_nice(5);
    enum intr_level old = intr_disable();
    crew_start(&crew, PRI_DEFAULT);
    thread_set_nice(NICE_MIN);
    intr_set_level(old);
    note('1');
    thread_set_nice(10);
    note('2');
    expect_ran("1a2");
    thread_set_nice(NICE_DEFAULT);
    crew_join(&crew);
}
