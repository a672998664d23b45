/* SPDX-License-Identifier: MIT
 * Between the two halves of the fuzz test: fuzz.c starts, watches and restarts the processes,
 * fuzz-calls.c is what they do.
 */
#ifndef TESTS_USERPROG_FUZZ_H
#define TESTS_USERPROG_FUZZ_H

#include <stdbool.h>
#include <stdint.h>

#define WORKERS_MAX 24
#define FUZZ_CALLS 80
#define FUZZ_CORRUPT 77 /* Exit status of a process whose memory has changed by itself. */

/* In memory that all of them share. */
struct board {
    volatile unsigned progress[WORKERS_MAX]; /* Calls that each has returned from. */
    volatile unsigned now[WORKERS_MAX];      /* The number of the call that each is in, or that and
                                                FUZZ_CALLS when it is back. */
    volatile unsigned where, is, wanted, last; /* What a process with FUZZ_CORRUPT found. */
    volatile unsigned made[FUZZ_CALLS], good[FUZZ_CALLS]; /* By number; those without an error. */
};

/* The watching process has a number up to this, and nobody kills those. */
#define FUZZ_WATCHER_MAX 3

/* Makes LEFT random calls of the sequence SEED, as worker SLOT of BOARD, and exits. */
void fuzz_work(unsigned seed, unsigned left, struct board *board, unsigned slot)
    __attribute__((noreturn));
/* A few, as one who starts no other process. */
void fuzz_leaf(unsigned seed) __attribute__((noreturn));
/* The name of call NUMBER, or NULL past the last. */
const char *fuzz_call_name(unsigned number);

#endif
