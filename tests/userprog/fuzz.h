/* SPDX-License-Identifier: MIT
 * Between the two halves of the fuzz test: fuzz.c starts, watches and restarts the processes,
 * fuzz-calls.c is what they do.
 */
#ifndef TESTS_USERPROG_FUZZ_H
#define TESTS_USERPROG_FUZZ_H

#include <stdbool.h>
#include <stdint.h>

#define WORKERS_MAX 24

/* In memory that all of them share. */
struct board {
    volatile unsigned progress[WORKERS_MAX]; /* Calls that each has returned from. */
};

/* The watching process has a number up to this, and nobody kills those. */
#define FUZZ_WATCHER_MAX 3

/* Makes LEFT random calls of the sequence SEED and exits.  A LEAF starts no other process. */
void fuzz_calls(unsigned seed, unsigned left, bool leaf, volatile unsigned *progress)
    __attribute__((noreturn));

#endif
