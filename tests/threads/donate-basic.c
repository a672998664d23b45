/* SPDX-License-Identifier: MIT
 * Whoever waits for a lock lends its holder its priority; the lock goes to the highest waiter, and
 * the loan ends with the release.
 */
#include "tests/threads/crew.h"

static struct lock lock;

static void work(int id)
{
    lock_acquire(&lock);
    note('a' + id);
    lock_release(&lock);
    note('A' + id);
}

KTEST(donate_basic)
{
    struct crew crew;
    crew_init(&crew, work);
    lock_init(&lock);
    lock_acquire(&lock);
    crew_start(&crew, PRI_DEFAULT + 1);
    expect_priority(PRI_DEFAULT + 1);
    crew_start(&crew, PRI_DEFAULT + 5);
    expect_priority(PRI_DEFAULT + 5);
    crew_start(&crew, PRI_DEFAULT + 3);
    expect_priority(PRI_DEFAULT + 5);
    lock_release(&lock);
    note('1');
    expect_priority(PRI_DEFAULT);
    expect_ran("bBcCaA1");
    crew_join(&crew);
}
