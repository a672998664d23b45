/* SPDX-License-Identifier: MIT
 * A semaphore wakes the waiter of highest priority, also when a loan raised it while it waited.
 */
#include "tests/threads/crew.h"

static struct semaphore sema;
static struct lock lock;

static void work(int id)
{
    if (id != 1)
        lock_acquire(&lock);
    if (id != 2)
        sema_down(&sema);
    note('a' + id);
    if (id != 1)
        lock_release(&lock);
}

KTEST(donate_sema_waiter)
{
    struct crew crew;
    crew_init(&crew, work);
    sema_init(&sema, 0);
    lock_init(&lock);
    for (int i = 0; i < 3; i++)
        crew_start(&crew, PRI_DEFAULT + 1 + i);
    sema_up(&sema);
    note('1');
    sema_up(&sema);
    note('2');
    expect_ran("ac1b2");
    crew_join(&crew);
}
