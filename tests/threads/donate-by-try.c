/* SPDX-License-Identifier: MIT
 * Trying for a lock in vain lends its holder nothing; who took it by a try borrows like any other.
 */
#include "tests/threads/crew.h"

static struct lock lock;

static void work(int id)
{
    bool got = id == 0 ? lock_try_acquire(&lock) : (lock_acquire(&lock), true);
    note(got ? 'A' + id : 'a' + id);
    if (got)
        lock_release(&lock);
}

KTEST(donate_by_try)
{
    struct crew crew;
    crew_init(&crew, work);
    lock_init(&lock);
    KTEST_ASSERT(lock_try_acquire(&lock));
    crew_start(&crew, PRI_DEFAULT + 7);
    expect_ran("a");
    expect_priority(PRI_DEFAULT);
    crew_start(&crew, PRI_DEFAULT + 3);
    expect_priority(PRI_DEFAULT + 3);
    lock_release(&lock);
    expect_priority(PRI_DEFAULT);
    expect_ran("B");
    crew_join(&crew);
}
