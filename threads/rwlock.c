/* SPDX-License-Identifier: MIT
 * Reader-writer locks, made of a lock (whose turn it is) and a count of readers.
 */
#include "threads/rwlock.h"
#include <debug.h>
#include "threads/interrupt.h"

void rwlock_init_rest(struct rwlock *rw)
{
    sema_init(&rw->drained, 0);
    rw->readers = 0;
    rw->draining = false;
}

static void count_reader(struct rwlock *rw)
{
    enum intr_level old = intr_disable();
    rw->readers++;
    intr_set_level(old);
}

void rwlock_read_acquire(struct rwlock *rw)
{
    lock_acquire(&rw->turn);
    count_reader(rw);
    lock_release(&rw->turn);
}

void rwlock_read_release(struct rwlock *rw)
{
    enum intr_level old = intr_disable();
    ASSERT(rw->readers > 0);
    if (--rw->readers == 0 && rw->draining) {
        rw->draining = false;
        sema_up(&rw->drained);
    }
    intr_set_level(old);
}

void rwlock_write_acquire(struct rwlock *rw)
{
    lock_acquire(&rw->turn);
    enum intr_level old = intr_disable();
    bool wait = rw->draining = rw->readers > 0;
    intr_set_level(old);
    if (wait)
        sema_down(&rw->drained);
}

void rwlock_write_release(struct rwlock *rw)
{
    ASSERT(rw->readers == 0);
    lock_release(&rw->turn);
}

void rwlock_downgrade(struct rwlock *rw)
{
    ASSERT(rwlock_write_held_by_current_thread(rw));
    count_reader(rw);
    lock_release(&rw->turn);
}

bool rwlock_write_held_by_current_thread(const struct rwlock *rw)
{
    return lock_held_by_current_thread(&rw->turn);
}
