/* SPDX-License-Identifier: MIT
 * Sleepers that are due at the same tick all run in that tick, highest priority first.
 * @icount: 1
 */
#include "devices/timer.h"
#include "tests/threads/crew.h"

#define SLEEPERS 20

static int64_t due;
static int woken, before = PRI_MAX + 1;

static void work(int id)
{
    timer_sleep(due - timer_ticks());
    KTEST_ASSERT(timer_ticks() == due);
    if (thread_get_priority() >= before)
        fail("priority %d ran after %d", thread_get_priority(), before);
    before = thread_get_priority();
    woken++;
}

KTEST(alarm_together)
{
    struct crew crew;
    crew_init(&crew, work);
    timer_sleep(1);
    due = timer_ticks() + 20;
    for (int i = 0; i < SLEEPERS; i++)
        crew_start(&crew, PRI_DEFAULT - 10 + i * 7 % SLEEPERS);
    crew_join(&crew);
    KTEST_ASSERT(woken == SLEEPERS);
}
