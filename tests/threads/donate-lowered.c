/* SPDX-License-Identifier: MIT
 * A thread that lowers its own priority while it has a loan keeps the loan until it frees the lock;
 * one that raises it above the loan has that at once.
 */
#include "tests/threads/crew.h"

static struct lock lock;

static void work(int id)
{
    if (id == 0)
        lock_acquire(&lock);
    note('a' + id);
    if (id == 0)
        lock_release(&lock);
}

KTEST(donate_lowered)
{
    struct crew crew;
    crew_init(&crew, work);
    lock_init(&lock);
    lock_acquire(&lock);
    crew_start(&crew, PRI_DEFAULT + 5);
    crew_start(&crew, PRI_DEFAULT - 5);
    thread_set_priority(PRI_DEFAULT - 10);
    expect_priority(PRI_DEFAULT + 5);
    thread_set_priority(PRI_DEFAULT + 7);
    expect_priority(PRI_DEFAULT + 7);
    thread_set_priority(PRI_DEFAULT - 9);
    expect_priority(PRI_DEFAULT + 5);
    note('1');
    lock_release(&lock);
    note('2');
    expect_priority(PRI_DEFAULT - 9);
    expect_ran("1ab2");
    thread_set_priority(PRI_DEFAULT);
    crew_join(&crew);
}
