/* SPDX-License-Identifier: MIT
 * For benches of what waits: a thread of the lowest priority uses up the time in which nothing else
 * can run, and what it did not get is what the rest cost the CPU.
 */
#ifndef TESTS_BENCH_IDLE_H
#define TESTS_BENCH_IDLE_H

#include <stdbool.h>
#include <stdint.h>
#include "devices/timer.h"
#include "tests/ktest.h"
#include "threads/thread.h"

static volatile uint32_t idle_turns; /* Of the idle loop. */
static volatile bool idle_ends;
static uint64_t idle_turn_cost; /* Instructions, times 1024. */

static inline uint64_t idle_clock(void)
{
    uint64_t tsc;
    __asm__ volatile("rdtsc" : "=A"(tsc) : : "memory");
    return tsc;
}

static inline void idle_burn(void *aux)
{
    while (!idle_ends)
        idle_turns++;
}

/* Starts the thread, and measures a turn of its loop with its share of timer interrupts. */
static inline void idle_start(void)
{
    KTEST_ASSERT(thread_create("burn", PRI_MIN, idle_burn, NULL) != TID_ERROR);
    timer_sleep(1);
    uint64_t start = idle_clock();
    uint32_t before = idle_turns;
    timer_sleep(20);
    idle_turn_cost = (idle_clock() - start) * 1024 / (idle_turns - before);
}

static inline void idle_stop(void)
{
    idle_ends = true;
}

/* Instructions executed so far by everyone else: differences of it mean something. */
static inline int64_t idle_busy(void)
{
    return idle_clock() - idle_turns * idle_turn_cost / 1024;
}

#endif
