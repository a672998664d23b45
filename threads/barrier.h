/* SPDX-License-Identifier: MIT
 * Barriers: threads that wait for each other.
 */
#ifndef THREADS_BARRIER_H
#define THREADS_BARRIER_H

#include "threads/synch.h"

/* (synch.h has a macro barrier(), which is another thing.) */
struct barrier {
    struct lock lock;
    struct condition all_here;
    unsigned parties; /* How many wait for each other; constant. */
    unsigned arrived; /* Of this round.  Lock. */
    unsigned round;   /* Lock. */
};

/* PARTIES threads, at least one. */
void barrier_init(struct barrier *b, unsigned parties);

/* Sleeps until all parties have called it; then the next round begins.  True for one of them. */
bool barrier_wait(struct barrier *b);

#endif
