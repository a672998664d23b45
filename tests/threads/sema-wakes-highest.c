/* SPDX-License-Identifier: MIT
 * A semaphore wakes the waiter of highest priority, and among equals the one that came first.
 */
#include "tests/threads/crew.h"

static struct semaphore sema;

static void work(int id)
{
    sema_down(&sema);
    note('a' + id);
}

KTEST(sema_wakes_highest)
{
    static const int priorities[] = {3, 1, 4, 1, 5, 3};
    struct crew crew;
    crew_init(&crew, work);
    sema_init(&sema, 0);
    thread_set_priority(PRI_MIN);
    for (int i = 0; i < 6; i++)
        crew_start(&crew, priorities[i]);
    for (int i = 0; i < 6; i++) {
        sema_up(&sema);
        note('.');
    }
    thread_set_priority(PRI_DEFAULT);
    expect_ran("e.c.a.f.b.d.");
    KTEST_ASSERT(!sema_try_down(&sema));
    sema_up(&sema);
    KTEST_ASSERT(sema_try_down(&sema));
    crew_join(&crew);
}
