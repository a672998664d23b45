/* SPDX-License-Identifier: MIT
 * Reader-writer locks: many readers or one writer.
 *
 * A writer that waits keeps new readers out, so that it gets in; a reader that waits for a writer
 * donates its priority to it, as does another writer.  (Readers are not known by name, so nothing
 * is donated to them.)  Not recursive: a reader that reads again may wait for a writer that waits
 * for it. All may sleep.
 */
#ifndef THREADS_RWLOCK_H
#define THREADS_RWLOCK_H

#include "threads/synch.h"

struct rwlock {
    struct lock turn;         /* Held by the writer, and by each reader while it enters. */
    struct semaphore drained; /* Up when the last reader leaves that a writer waits for. */
    unsigned readers;         /* Interrupts off, … */
    bool draining;            /* …as is this: a writer waits for them to leave. */
};

#define rwlock_init(RW)                                                                            \
    do {                                                                                           \
        lock_init(&(RW)->turn);                                                                    \
        rwlock_init_rest(RW);                                                                      \
    } while (0)

void rwlock_init_rest(struct rwlock *rw);
void rwlock_read_acquire(struct rwlock *rw);
void rwlock_read_release(struct rwlock *rw);
void rwlock_write_acquire(struct rwlock *rw);
void rwlock_write_release(struct rwlock *rw);

/* The writer becomes a reader, with no other writer in between. */
void rwlock_downgrade(struct rwlock *rw);

bool rwlock_write_held_by_current_thread(const struct rwlock *rw);

#endif
