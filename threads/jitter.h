/* SPDX-License-Identifier: MIT
 * Seeded random preemption (-jitter=SEED), to shake out races that a quiet machine never shows.
 */
#ifndef THREADS_JITTER_H
#define THREADS_JITTER_H

#include <stdbool.h>

extern bool jitter_on;

void jitter_maybe_yield(void);

/* Called where another thread could just as well have run: when a lock is released, an I/O
 * started, interrupts enabled.  Yields one time in eight, if this thread may yield here. */
static inline void jitter_point(void)
{
    if (__builtin_expect(jitter_on, 0))
        jitter_maybe_yield();
}

#endif
