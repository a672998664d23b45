/* SPDX-License-Identifier: MIT
 * Sleeps and delays last as long as they say, by the tick and by the finer clock, which never goes
 * back and agrees with the tick.
 * @icount: 3
 */
#include "devices/timer.h"
#include "tests/ktest.h"
#include "threads/interrupt.h"
#include "threads/thread.h"

static void expect_us(const char *what, int64_t start, int64_t least, int64_t most)
{
    int64_t took = timer_now_us() - start;
    if (took < least || took > most)
        fail("%s took %d us, not %d to %d", what, (int)took, (int)least, (int)most);
}

static void run(void *ran)
{
    *(bool *)ran = true;
}

static void check_sleeps(void)
{
    int64_t start = timer_now_us();
    timer_sleep(5);
    expect_us("timer_sleep(5)", start, 40000, 52000);
    start = timer_now_us();
    timer_msleep(30);
    expect_us("timer_msleep(30)", start, 20000, 32000);
    bool ran = false;
    thread_create("other", PRI_DEFAULT - 1, run, &ran);
    start = timer_now_us();
    timer_usleep(2500);
    expect_us("timer_usleep(2500)", start, 2499, 2700);
    if (!ran)
        fail("timer_usleep(2500) kept the CPU");
    start = timer_now_us();
    timer_nsleep(300000);
    expect_us("timer_nsleep(300000)", start, 299, 400);
    start = timer_now_us();
    timer_sleep(0);
    timer_sleep(-7);
    timer_msleep(-1);
    expect_us("sleeping for no time", start, 0, 50);
}

static void check_delays(void)
{
    int64_t start = timer_now_us();
    timer_mdelay(25);
    expect_us("timer_mdelay(25)", start, 24990, 25500);
    enum intr_level old_level = intr_disable();
    start = timer_now_us();
    timer_udelay(1000);
    expect_us("timer_udelay(1000) with interrupts off", start, 999, 1100);
    timer_udelay(12000 - (timer_now_us() % 10000)); /* past a tick that is not taken */
    start = timer_now_us();
    timer_udelay(1000);
    expect_us("timer_udelay(1000) with a tick pending", start, 999, 1100);
    intr_set_level(old_level);
}

static void check_monotonic(void)
{
    int64_t last = timer_now_us(), end = last + 35000;
    while (last < end) {
        int64_t now = timer_now_us(), by_tick = timer_ticks() * 10000;
        if (now < last)
            fail("the clock went back from %d to %d us", (int)last, (int)now);
        if (now < by_tick - 10000 || now > by_tick + 10100)
            fail("the clock says %d us, the tick %d", (int)now, (int)by_tick);
        if (now > last + 200)
            fail("the clock jumped from %d to %d us", (int)last, (int)now);
        last = now;
    }
}

KTEST(timer_accuracy)
{
    check_sleeps();
    check_delays();
    check_monotonic();
}
