/* SPDX-License-Identifier: MIT
 * A loan goes on to the holder of what the borrower waits for, and comes back by itself.
 */
#include "tests/threads/crew.h"

static struct lock outer, inner;

static void work(int id)
{
    lock_acquire(&outer);
    if (id == 0) {
        lock_acquire(&inner);
        expect_priority(PRI_DEFAULT + 9);
        note('a');
        lock_release(&inner);
        expect_priority(PRI_DEFAULT + 9);
    }
    note('b' + id);
    lock_release(&outer);
    expect_priority(PRI_DEFAULT + (id == 0 ? 1 : 9));
    note('A' + id);
}

KTEST(donate_nested)
{
    struct crew crew;
    crew_init(&crew, work);
    lock_init(&outer);
    lock_init(&inner);
    lock_acquire(&inner);
    crew_start(&crew, PRI_DEFAULT + 1);
    expect_priority(PRI_DEFAULT + 1);
    crew_start(&crew, PRI_DEFAULT + 9);
    expect_priority(PRI_DEFAULT + 9);
    lock_release(&inner);
    note('1');
    expect_priority(PRI_DEFAULT);
    expect_ran("abcBA1");
    crew_join(&crew);
}
