/* SPDX-License-Identifier: MIT
 * A signal lets in the waiter of highest priority, first come first served among equals, when the
 * lock is released and not before; a broadcast lets in all, in that order.
 */
#include "tests/threads/crew.h"

static struct lock lock;
static struct condition cond;

static void work(int id)
{
    lock_acquire(&lock);
    cond_wait(&cond, &lock);
    KTEST_ASSERT(lock_held_by_current_thread(&lock));
    note('a' + id);
    lock_release(&lock);
}

KTEST(cond_wakes_highest)
{
    static const int priorities[] = {3, 1, 4, 1, 5, 3};
    struct crew crew;
    crew_init(&crew, work);
    lock_init(&lock);
    cond_init(&cond);
    thread_set_priority(PRI_MIN);
    for (int i = 0; i < 6; i++)
        crew_start(&crew, priorities[i]);
    for (int i = 0; i < 3; i++) {
        lock_acquire(&lock);
        cond_signal(&cond, &lock);
        note('.');
        lock_release(&lock);
    }
    lock_acquire(&lock);
    cond_broadcast(&cond, &lock);
    note('.');
    lock_release(&lock);
    thread_set_priority(PRI_DEFAULT);
    expect_ran(".e.c.a.fbd");
    crew_join(&crew);
}
