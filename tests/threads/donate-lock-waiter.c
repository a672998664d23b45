/* SPDX-License-Identifier: MIT
 * A lock goes to the waiter of highest priority, also when a loan raised it while it waited.
 */
#include "tests/threads/crew.h"

static struct lock held, lock;

static void work(int id)
{
    if (id != 1)
        lock_acquire(&held);
    if (id != 2)
        lock_acquire(&lock);
    note('a' + id);
    if (id != 2)
        lock_release(&lock);
    if (id != 1)
        lock_release(&held);
}

KTEST(donate_lock_waiter)
{
    struct crew crew;
    crew_init(&crew, work);
    lock_init(&held);
    lock_init(&lock);
    lock_acquire(&lock);
    for (int i = 0; i < 3; i++) {
        crew_start(&crew, PRI_DEFAULT + 1 + i);
        expect_priority(PRI_DEFAULT + 1 + i);
    }
    lock_release(&lock);
    note('1');
    expect_ran("acb1");
    crew_join(&crew);
}
