/* SPDX-License-Identifier: MIT
 * A thread that was signalled lends the signaller its priority until he frees the lock.
 */
#include "tests/threads/crew.h"

static struct lock lock;
static struct condition cond;

static void work(int id)
{
    lock_acquire(&lock);
    cond_wait(&cond, &lock);
    note('a' + id);
    lock_release(&lock);
}

KTEST(donate_by_signalled)
{
    struct crew crew;
    crew_init(&crew, work);
    lock_init(&lock);
    cond_init(&cond);
    crew_start(&crew, PRI_DEFAULT + 2);
    crew_start(&crew, PRI_DEFAULT + 4);
    lock_acquire(&lock);
    expect_priority(PRI_DEFAULT);
    cond_broadcast(&cond, &lock);
    expect_priority(PRI_DEFAULT + 4);
    expect_ran("");
    lock_release(&lock);
    expect_priority(PRI_DEFAULT);
    expect_ran("ba");
    crew_join(&crew);
}
