/* SPDX-License-Identifier: MIT
 * Clocks never go back and are finer than a tick, and the time-stamp counter agrees with the timer
 * chip.
 * @icount: 4
 * @matrix: jitter=1..3
 */
#include "devices/timer.h"
#include "tests/ktest.h"
#include "threads/interrupt.h"

KTEST(timer_fine)
{
    int64_t start = timer_ticks(), last_us = timer_now_us();
    uint64_t first = timer_cycles(), last = first;
    int64_t first_us = last_us;
    unsigned steps = 0;
    while (timer_elapsed(start) < 20) {
        int64_t us = timer_now_us();
        uint64_t cycles = timer_cycles();
        if (us < last_us || cycles <= last)
            fail("time went back from %lld us to %lld", (long long)last_us, (long long)us);
        steps += us != last_us;
        last_us = us;
        last = cycles;
    }
    KTEST_ASSERT(steps > 20 * 20);
    int64_t us = timer_cycles_to_ns(last - first) / 1000, want = last_us - first_us;
    if (us < want * 99 / 100 || us > want * 101 / 100)
        fail("%lld us by the counter are %lld us by the chip", (long long)us, (long long)want);
    /* A tick whose interrupt waits is counted, until the next. */
    enum intr_level old_level = intr_disable();
    int64_t due = (timer_now_us() / 10000 + 1) * 10000;
    first = timer_cycles();
    while ((us = timer_now_us()) < due + 9500) {
        if (us < last_us || us > last_us + 1000 ||
            timer_cycles_to_ns(timer_cycles() - first) > 30000000)
            fail("at %lld us after %lld us, interrupts off", (long long)us, (long long)last_us);
        last_us = us;
    }
    intr_set_level(old_level);
    KTEST_ASSERT(timer_cycles_to_ns(0) == 0);
    KTEST_ASSERT(timer_cycles_to_ns(1000 * (last - first)) / 1000000 >= (uint64_t)want * 99 / 100);
}
