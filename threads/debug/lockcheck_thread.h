/* SPDX-License-Identifier: MIT
 * The lock checker's part of struct thread: the locks it holds and where it took them.
 */
#ifndef LOCKCHECK_THREAD_H
#define LOCKCHECK_THREAD_H

#include <stdbool.h>
#include <stdint.h>

struct lock;

#define LOCKCHECK_DEPTH 16

struct lock_place {
    const char *file;
    int line;
};

struct lockcheck_thread {
    unsigned held_cnt;
    struct {
        const struct lock *lock;
        struct lock_place place;
    } held[LOCKCHECK_DEPTH];
    struct lock_place next_place; /* Where the acquire that is about to happen is written. */
    bool next_nested;             /* …and whether a second lock of one class is meant. */
};

#endif
