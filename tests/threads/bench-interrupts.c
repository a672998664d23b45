/* SPDX-License-Identifier: MIT
 * Instruction counts of an interrupt's way in and out, and of a timer interrupt without a switch:
 * exact under -icount shift=0.  Prints "BENCH name count" lines; elsewhere the numbers mean
 * nothing.
 */
#include <stdio.h>
#include "tests/ktest.h"
#include "threads/interrupt.h"

#define VEC_TEST 0x3f
#define ROUNDS 1000
#define TICKS 20

static inline uint32_t now(void)
{
    uint32_t low;
    __asm__ volatile("rdtsc" : "=a"(low) : : "edx", "memory");
    return low;
}

static void ignore(struct intr_frame *frame)
{
}

static uint32_t least_internal(void)
{
    uint32_t least = UINT32_MAX;
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t start = now();
        uint32_t empty = now() - start;
        start = now();
        __asm__ volatile("int %0" : : "i"(VEC_TEST) : "memory");
        uint32_t cost = now() - start - empty;
        least = cost < least ? cost : least;
    }
    return least;
}

/* Reads the clock in a tight loop: a gap is an interrupt. */
static void timer(uint32_t *least, uint32_t *most)
{
    uint32_t loop = UINT32_MAX, last = now();
    *least = UINT32_MAX;
    *most = 0;
    for (int ticks = -1; ticks < TICKS;) {
        uint32_t here = now(), gap = here - last;
        last = here;
        loop = gap < loop ? gap : loop;
        if (gap < loop + 40)
            continue;
        if (ticks++ < 0)
            continue;
        *least = gap - loop < *least ? gap - loop : *least;
        *most = gap - loop > *most ? gap - loop : *most;
    }
}

KTEST(bench_interrupts)
{
    uint32_t least, most;
    intr_register_int(VEC_TEST, 0, INTR_ON, ignore, "bench-interrupts");
    printf("BENCH internal_interrupt %u\n", (unsigned)least_internal());
    timer(&least, &most);
    printf("BENCH timer_interrupt %u\n", (unsigned)least);
    printf("BENCH timer_interrupt_most %u\n", (unsigned)most);
}
