/* SPDX-License-Identifier: MIT
 * The lock checker: order of lock classes, and sleeping where one must not (debug build).
 *
 * Included by synch.h, after the functions.  synch.c calls the hooks.  The macros note where an
 * acquire is written before it happens; they do not expand inside themselves, so they wrap the
 * functions of the same name.
 */
#ifndef LOCKCHECK_H
#define LOCKCHECK_H

#include <stdbool.h>

struct lock;

/* Before taking LOCK, unless it is only tried: panics if its class was ever taken before a lock
 * that is held now. */
void lockcheck_acquire(const struct lock *lock);

/* After taking LOCK, and before freeing it.  (A try could not deadlock, so it proves no order.) */
void lockcheck_acquired(const struct lock *lock);
void lockcheck_release(const struct lock *lock);

/* At the start of what may sleep: not in an interrupt handler.  And when it does: the caller had
 * interrupts on, since others would turn them on behind its back. */
void lockcheck_may_sleep(void);
void lockcheck_wait(bool intr_were_on);

/* A thread that ends holds nothing. */
void lockcheck_thread_exit(void);

/* Notes the place of the current thread's next acquire. */
void lockcheck_place(const char *file, int line, bool nested);

#define lock_acquire(LOCK) (lockcheck_place(__FILE__, __LINE__, false), lock_acquire(LOCK))
#define lock_try_acquire(LOCK) (lockcheck_place(__FILE__, __LINE__, false), lock_try_acquire(LOCK))
#define cond_wait(COND, LOCK) (lockcheck_place(__FILE__, __LINE__, false), cond_wait(COND, LOCK))

/* A second lock of the same class, whose order the caller guarantees in another way (parent
 * before child, lower address first …). */
#define lock_acquire_nested(LOCK) (lockcheck_place(__FILE__, __LINE__, true), (lock_acquire)(LOCK))

#endif
