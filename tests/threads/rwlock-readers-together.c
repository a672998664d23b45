/* SPDX-License-Identifier: MIT
 * Readers hold a reader-writer lock together; a writer waits for all of them, and keeps new readers
 * out meanwhile.
 */
#include "tests/threads/crew.h"
#include "threads/rwlock.h"

static struct rwlock rw;
static struct semaphore leave;

static void work(int id)
{
    if (id == 2) {
        rwlock_write_acquire(&rw);
        KTEST_ASSERT(rwlock_write_held_by_current_thread(&rw));
        note('W');
        rwlock_write_release(&rw);
        return;
    }
    rwlock_read_acquire(&rw);
    note('a' + id);
    sema_down(&leave);
    note('A' + id);
    rwlock_read_release(&rw);
}

KTEST(rwlock_readers_together)
{
    struct crew crew;
    crew_init(&crew, work);
    rwlock_init(&rw);
    sema_init(&leave, 0);
    crew_start(&crew, PRI_DEFAULT + 4);
    crew_start(&crew, PRI_DEFAULT + 3);
    expect_ran("ab");
    crew_start(&crew, PRI_DEFAULT + 2);
    crew_start(&crew, PRI_DEFAULT + 1);
    expect_ran("");
    sema_up(&leave);
    expect_ran("A");
    sema_up(&leave);
    expect_ran("BWd");
    sema_up(&leave);
    expect_ran("D");
    crew_join(&crew);
}
