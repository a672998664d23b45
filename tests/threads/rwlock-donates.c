/* SPDX-License-Identifier: MIT
 * Who waits for the writer of a reader-writer lock lends it its priority, also while that waits for
 * readers.
 */
#include "tests/threads/crew.h"
#include "threads/rwlock.h"

static struct rwlock rw;

static void work(int id)
{
    if (id == 0)
        rwlock_write_acquire(&rw);
    else
        rwlock_read_acquire(&rw);
    note('a' + id);
    if (id == 0)
        rwlock_write_release(&rw);
    else
        rwlock_read_release(&rw);
}

static void bystand(int id)
{
    note('.');
}

KTEST(rwlock_donates)
{
    struct crew crew, bystanders;
    crew_init(&crew, work);
    crew_init(&bystanders, bystand);
    rwlock_init(&rw);
    rwlock_write_acquire(&rw);
    crew_start(&crew, PRI_DEFAULT + 1);
    expect_priority(PRI_DEFAULT + 1);
    crew_start(&crew, PRI_DEFAULT + 5);
    expect_priority(PRI_DEFAULT + 5);
    rwlock_downgrade(&rw); /* The reader comes in with us; the writer waits for both to leave. */
    expect_priority(PRI_DEFAULT);
    expect_ran("b");
    crew_start(&crew, PRI_DEFAULT + 6);
    expect_ran("");
    thread_set_priority(PRI_DEFAULT + 7);
    crew_start(&bystanders, PRI_DEFAULT + 5);
    rwlock_read_release(&rw);
    thread_set_priority(PRI_DEFAULT);
    expect_ran("ac.");
    crew_join(&crew);
    crew_join(&bystanders);
}
