/* SPDX-License-Identifier: MIT
 * Alarms ring once each, in the order of their time and, at the same tick, of their setting; a
 * cancelled one does not; one may set itself again as it rings.
 * @icount: 3
 */
#include "devices/timer.h"
#include "tests/threads/crew.h"
#include "threads/interrupt.h"

static struct timer_alarm alarms[5];
static int repeats;

static void ring(void *who)
{
    KTEST_ASSERT(intr_context());
    note((char)(uintptr_t)who);
}

static void ring_again(void *who)
{
    ring(who);
    if (++repeats < 3)
        timer_alarm_set(&alarms[4], 2, ring_again, who);
}

KTEST(timer_alarms)
{
    timer_sleep(1);
    timer_alarm_set(&alarms[0], 3, ring, (void *)'c');
    timer_alarm_set(&alarms[1], 1, ring, (void *)'a');
    timer_alarm_set(&alarms[2], 3, ring, (void *)'d');
    timer_alarm_set(&alarms[3], 2, ring, (void *)'x');
    timer_alarm_set(&alarms[4], 5, ring_again, (void *)'e');
    KTEST_ASSERT(timer_alarm_cancel(&alarms[3]));
    KTEST_ASSERT(!timer_alarm_cancel(&alarms[3]));
    timer_sleep(15);
    KTEST_ASSERT(!timer_alarm_cancel(&alarms[0]));
    expect_ran("acdeee");
}
