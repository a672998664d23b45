/* SPDX-License-Identifier: MIT
 * The real-time clock tells the date that the emulator was given, 2020-01-01, and ticks.
 * @icount: 4
 */
#include "devices/rtc.h"
#include "devices/timer.h"
#include "tests/ktest.h"

#define JANUARY_1_2020 1577836800

KTEST(clock)
{
    int64_t start = rtc_get_time();
    if (start < JANUARY_1_2020 || start > JANUARY_1_2020 + 60)
        fail("it is %lld s off", (long long)start - JANUARY_1_2020);
    timer_sleep(3 * TIMER_FREQ);
    int64_t passed = rtc_get_time() - start;
    if (passed < 2 || passed > 4)
        fail("%d s passed in 3", (int)passed);
}
