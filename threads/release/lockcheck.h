/* SPDX-License-Identifier: MIT
 * The lock checker's hooks: nothing in the release build.  See threads/debug/lockcheck.h.
 * Included by synch.h.
 */
#ifndef LOCKCHECK_H
#define LOCKCHECK_H

#include <stdbool.h>

struct lock;

#define lock_acquire_nested(LOCK) lock_acquire(LOCK)

static inline void lockcheck_acquire(const struct lock *lock)
{
}

static inline void lockcheck_acquired(const struct lock *lock)
{
}

static inline void lockcheck_release(const struct lock *lock)
{
}

static inline void lockcheck_may_sleep(void)
{
}

static inline void lockcheck_wait(bool intr_were_on)
{
}

static inline void lockcheck_thread_exit(void)
{
}

#endif
