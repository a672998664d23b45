/* SPDX-License-Identifier: MIT
 * A signal lets in the waiter of highest priority, also when a loan raised it while it waited.
 */
#include "tests/threads/crew.h"

static struct lock held, lock;
static struct condition cond;

static void work(int id)
{
    if (id != 1)
        lock_acquire(&held);
    if (id != 2) {
        lock_acquire(&lock);
        cond_wait(&cond, &lock);
        lock_release(&lock);
    }
    note('a' + id);
    if (id != 1)
        lock_release(&held);
}

static void signal(char who)
{
    lock_acquire(&lock);
    cond_signal(&cond, &lock);
    lock_release(&lock);
    note(who);
}

KTEST(donate_cond_waiter)
{
    struct crew crew;
    crew_init(&crew, work);
    lock_init(&held);
    lock_init(&lock);
    cond_init(&cond);
    for (int i = 0; i < 3; i++)
        crew_start(&crew, PRI_DEFAULT + 1 + i);
    signal('1');
    signal('2');
    expect_ran("ac1b2");
    crew_join(&crew);
}
