/* SPDX-License-Identifier: MIT
 * A time limit for the whole run, in ticks: for tests, which then fail in guest time and with the
 * call stack of whoever was running, however slow the machine beneath is. */
#include <debug.h>
#include <limits.h>

#include "devices/timer.h"
#include "threads/cmdline.h"

static struct timer_alarm alarm;
static unsigned long limit;

static void expire(void *aux)
{
    PANIC("Time limit of %lu ticks", limit);
}

static int set_limit(const char *value)
{
    int error = cmdline_number(value, 1, INT_MAX, &limit);
    if (error == 0) {
        timer_alarm_cancel(&alarm); /* the last of several counts */
        timer_alarm_set(&alarm, limit, expire, NULL);
    }
    return error;
}
CMDLINE_OPTION(limit, set_limit, "TICKS: panic when the machine has run this long");
