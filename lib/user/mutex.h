/* SPDX-License-Identifier: MIT
 * Mutexes and condition variables for the threads of a process.
 *
 * Zeroed ones are ready for use.  Taking a free mutex and releasing one that nobody waits for does
 * not enter the kernel.
 */
#ifndef LIB_USER_MUTEX_H
#define LIB_USER_MUTEX_H

#include <stdbool.h>

struct mutex {
    volatile int state; /* 0 free, 1 held, 2 held and perhaps waited for. */
};

/* Not to be locked again by who holds it. */
void mutex_lock(struct mutex *mutex);
bool mutex_try_lock(struct mutex *mutex);
void mutex_unlock(struct mutex *mutex);

struct cond {
    volatile int sequence; /* Counts signals. */
};

/* Releases MUTEX, waits for a signal, takes MUTEX again.  May also return without one: the caller
 * looks again at what it waits for. */
void cond_wait(struct cond *cond, struct mutex *mutex);
/* The same with a limit; -ETIMEDOUT past it, else 0. */
int cond_wait_ms(struct cond *cond, struct mutex *mutex, unsigned ms);
void cond_signal(struct cond *cond);
void cond_broadcast(struct cond *cond);

#endif
