/* SPDX-License-Identifier: MIT
 * Who takes a freed lock before those who wait for it inherits what they lend, and keeps it when it
 * frees another lock.
 */
#include "tests/threads/crew.h"

static struct lock chained, lock, other;

static void work(int id)
{
    struct lock *outer = id == 0 || id == 3 ? &chained : NULL;
    struct lock *inner = id <= 1 ? &lock : id == 2 ? &other : NULL;
    if (outer != NULL)
        lock_acquire(outer);
    if (inner != NULL)
        lock_acquire(inner);
    note('a' + id);
    if (inner != NULL)
        lock_release(inner);
    if (outer != NULL)
        lock_release(outer);
}

KTEST(donate_adopts_waiters)
{
    struct crew crew;
    crew_init(&crew, work);
    lock_init(&chained);
    lock_init(&lock);
    lock_init(&other);
    lock_acquire(&lock);
    crew_start(&crew, PRI_DEFAULT + 2);
    crew_start(&crew, PRI_DEFAULT + 3);
    thread_set_priority(50);
    lock_release(&lock); /* This wakes the first… */
    lock_acquire(&lock); /* …who does not get so far. */
    lock_acquire(&other);
    crew_start(&crew, 52);
    expect_priority(52);
    crew_start(&crew, 59);
    expect_priority(59);
    lock_release(&other);
    expect_priority(59);
    expect_ran("");
    lock_release(&lock);
    expect_priority(50);
    expect_ran("adc");
    crew_join(&crew);
    expect_ran("b");
    thread_set_priority(PRI_DEFAULT);
}
