/* SPDX-License-Identifier: MIT
 * A meeting point of several processes, made of files: each creates its own, and waits for the
 * others'.
 */
#ifndef EXAMPLES_LIB_BARRIER_H
#define EXAMPLES_LIB_BARRIER_H

/* Removes what an earlier meeting of N left.  Before the first of them starts. */
void barrier_reset(int n);
/* Number I is there. */
void barrier_arrive(int i);
/* Returns when 0 to N - 1 all are. */
void barrier_wait(int n);

#endif
