/* SPDX-License-Identifier: MIT
 * A thread that frees the less wanted of its locks first keeps what the others' waiters lend; the
 * less urgent waiters get their turn when it is over.
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

KTEST(donate_several_backwards)
{
    struct crew crew;
    crew_init(&crew, work);
    lock_init(&first);
    lock_init(&second);
    lock_init(&third);
    lock_acquire(&first);
    lock_acquire(&second);
    lock_acquire(&third);
    for (int i = 0; i < 3; i++)
        crew_start(&crew, PRI_DEFAULT + 2 + 2 * i);
    expect_priority(PRI_DEFAULT + 6);
    lock_release(&first);
    expect_priority(PRI_DEFAULT + 6);
    lock_release(&second);
    expect_priority(PRI_DEFAULT + 6);
    expect_ran("");
    lock_release(&third);
    expect_priority(PRI_DEFAULT);
    expect_ran("cba");
    crew_join(&crew);
}
