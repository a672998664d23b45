/* SPDX-License-Identifier: MIT
 * A holder that is only ready to run moves up in the run queue when somebody waits for its lock,
 * and back down when it has freed it.
 */
#include "tests/threads/crew.h"

static struct lock lock;

static void work(int id)
{
    if (id != 1)
        lock_acquire(&lock);
    if (id == 0)
        thread_set_priority(PRI_DEFAULT - 20); /* Now main goes on. */
    note('a' + id);
    if (id != 1)
        lock_release(&lock);
    note('A' + id);
}

KTEST(donate_to_ready)
{
    struct crew crew;
    crew_init(&crew, work);
    lock_init(&lock);
    crew_start(&crew, PRI_DEFAULT + 1);
    crew_start(&crew, PRI_DEFAULT - 10);
    note('1');
    crew_start(&crew, PRI_DEFAULT + 10);
    note('2');
    crew_join(&crew);
    expect_ran("1acC2bBA");
}
