/* SPDX-License-Identifier: MIT
 * Instruction counts of an interrupt's way in and out, and of a timer interrupt without a switch:
 * exact under -icount shift=0.  Prints "BENCH name median least" lines; elsewhere the numbers mean
 * nothing.
 * @icount: 0
 */
#include "devices/timer.h"
#include "tests/bench/bench.h"
#include "tests/ktest.h"
#include "threads/interrupt.h"

#define VEC_TEST 0x3f
#define ROUNDS 1000
#define TICKS 20

static void ignore(struct intr_frame *frame)
{
}

static void internal(void)
{
    __asm__ volatile("int %0" : : "i"(VEC_TEST) : "memory");
}

/* Reads the clock in a tight loop: a gap is an interrupt. */
static void wait_ticks(void)
{
    uint32_t loop = UINT32_MAX, last = bench_now();
    for (int ticks = -1; ticks < TICKS;) {
        uint32_t here = bench_now(), gap = here - last;
        last = here;
        loop = gap < loop ? gap : loop;
        if (gap >= loop + 40 && ticks++ >= 0)
            bench_add(gap - loop);
    }
}

KTEST(bench_interrupts)
{
    intr_register_int(VEC_TEST, 0, INTR_ON, ignore, "bench-interrupts");
    for (int i = 0; i < ROUNDS; i++)
        bench_add(bench_call(internal));
    bench_print("internal_interrupt");
    int64_t before = timer_ticks();
    wait_ticks();
    KTEST_ASSERT(timer_elapsed(before) >= TICKS);
    bench_print("timer_interrupt");
}
