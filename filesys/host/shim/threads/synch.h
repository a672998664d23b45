/* SPDX-License-Identifier: MIT
 * Locks for a program of one thread: they find out who takes a lock twice, or would wait for ever.
 */
#ifndef THREADS_SYNCH_H
#define THREADS_SYNCH_H

#include <debug.h>
#include <stdbool.h>

struct lock {
    bool held;
};

struct condition {
    char unused;
};

static inline void lock_init(struct lock *lock)
{
    lock->held = false;
}

static inline void lock_acquire(struct lock *lock)
{
    ASSERT(!lock->held);
    lock->held = true;
}

static inline void lock_release(struct lock *lock)
{
    ASSERT(lock->held);
    lock->held = false;
}

static inline bool lock_held_by_current_thread(const struct lock *lock)
{
    return lock->held;
}

static inline void cond_init(struct condition *cond UNUSED)
{
}

static inline void cond_wait(struct condition *cond UNUSED, struct lock *lock UNUSED)
{
    PANIC("waits for ever");
}

static inline void cond_broadcast(struct condition *cond UNUSED, struct lock *lock UNUSED)
{
}

#endif
