/* SPDX-License-Identifier: MIT
 * Detects threads that hog the CPU or wait forever, and says what they wait for (debug build).
 */
#ifndef THREADS_WATCHDOG_H
#define THREADS_WATCHDOG_H

#include "threads/thread.h"

/* Who works on OBJECT (a page that is being loaded, a disk), or NULL if nobody or not known. Called
 * in interrupt context. */
typedef struct thread *watchdog_owner_func(const void *object);

/* From now on, chains of waits go on from an object of KIND to its owner. */
void watchdog_set_owner(enum wait_kind kind, watchdog_owner_func *owner);

/* By thread_tick(). */
void watchdog_tick(void);

#endif
