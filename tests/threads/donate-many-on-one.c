/* SPDX-License-Identifier: MIT
 * Twenty wait for one lock: each lends more than the last, and they get it from the highest down.
 */
#include "tests/threads/crew.h"

#define DONORS 20

static struct lock lock;

static void work(int id)
{
    lock_acquire(&lock);
    note('a' + id);
    lock_release(&lock);
}

KTEST(donate_many_on_one)
{
    struct crew crew;
    crew_init(&crew, work);
    lock_init(&lock);
    lock_acquire(&lock);
    for (int i = 0; i < DONORS; i++) {
        crew_start(&crew, PRI_DEFAULT + 1 + i);
        expect_priority(PRI_DEFAULT + 1 + i);
    }
    lock_release(&lock);
    expect_priority(PRI_DEFAULT);
    expect_ran("tsrqponmlkjihgfedcba");
    crew_join(&crew);
}
