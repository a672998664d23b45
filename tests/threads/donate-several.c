/* SPDX-License-Identifier: MIT
 * A thread that holds several locks has the highest of what their waiters lend, and falls step by
 * step as it frees the locks from the most wanted on.
 */
#include "tests/threads/crew.h"

static struct lock first, second, third;

static void work(int id)
{
    struct lock *lock = id == 0 ? &first : id == 1 ? &second : &third;
    lock_acquire(lock);
    note('a' + id);
    lock_release(lock);
}

KTEST(donate_several)
{
    struct crew crew;
    crew_init(&crew, work);
    lock_init(&first);
    lock_init(&second);
    lock_init(&third);
    lock_acquire(&first);
    lock_acquire(&second);
    lock_acquire(&third);
    for (int i = 0; i < 3; i++) {
        crew_start(&crew, PRI_DEFAULT + 2 + 2 * i);
        expect_priority(PRI_DEFAULT + 2 + 2 * i);
    }
    lock_release(&third);
    expect_priority(PRI_DEFAULT + 4);
    expect_ran("c");
    lock_release(&second);
    expect_priority(PRI_DEFAULT + 2);
    expect_ran("b");
    lock_release(&first);
    expect_priority(PRI_DEFAULT);
    expect_ran("a");
    crew_join(&crew);
}
