/* SPDX-License-Identifier: MIT
 * For benches in the kernel and in programs: samples of the time-stamp counter, their median.
 *
 * Under -icount shift=0 the counter counts instructions, each turn of a `rep` as one, and a bench
 * prints the same numbers in every run.  Elsewhere the numbers mean nothing.
 */
#ifndef TESTS_BENCH_BENCH_H
#define TESTS_BENCH_BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BENCH_SAMPLES 1024

static uint32_t bench_samples[BENCH_SAMPLES];
static unsigned bench_count;

/* The counter's low half: it wraps in 4 seconds, so differences are good for less. */
static inline uint32_t bench_now(void)
{
    uint32_t low;
    __asm__ volatile("rdtsc" : "=a"(low) : : "edx", "memory");
    return low;
}

static inline void bench_add(uint32_t cost)
{
    if (bench_count < BENCH_SAMPLES)
        bench_samples[bench_count++] = cost;
}

static inline int bench_compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Prints the samples since the last call as "BENCH name median least". */
static inline void bench_print(const char *name)
{
    qsort(bench_samples, bench_count, sizeof *bench_samples, bench_compare);
    if (bench_count > 0)
        printf("BENCH %s %u %u\n", name, (unsigned)bench_samples[bench_count / 2],
               (unsigned)bench_samples[0]);
    bench_count = 0;
}

/* What measuring FN adds to it: the two readings and the call. */
static inline void bench_nothing(void)
{
    __asm__ volatile("");
}

/* One call of FN, less the cost of measuring it. */
static inline uint32_t bench_call(void (*fn)(void))
{
    void (*volatile nothing)(void) = bench_nothing;
    uint32_t t0 = bench_now();
    nothing();
    uint32_t t1 = bench_now();
    fn();
    uint32_t t2 = bench_now();
    return t2 - t1 - (t1 - t0);
}

#endif
