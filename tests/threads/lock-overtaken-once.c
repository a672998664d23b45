/* SPDX-License-Identifier: MIT
 * A waiter that was overtaken on its way to a freed lock is handed it the next time.
 */
#include "tests/threads/crew.h"

static struct lock lock;

static void work(int id)
{
    lock_acquire(&lock);
    note('a');
    lock_release(&lock);
}

static void let_others_run(void)
{
    thread_set_priority(PRI_MIN);
    thread_set_priority(PRI_DEFAULT);
}

KTEST(lock_overtaken_once)
{
    struct crew crew;
    crew_init(&crew, work);
    lock_init(&lock);
    lock_acquire(&lock);
    crew_start(&crew, PRI_DEFAULT - 1);
    let_others_run();
    lock_release(&lock);
    KTEST_ASSERT(lock_try_acquire(&lock));
    let_others_run();
    expect_ran("");
    lock_release(&lock);
    KTEST_ASSERT(!lock_try_acquire(&lock));
    let_others_run();
    expect_ran("a");
    KTEST_ASSERT(lock_try_acquire(&lock));
    lock_release(&lock);
    crew_join(&crew);
}
