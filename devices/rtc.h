/* SPDX-License-Identifier: MIT
 * The battery-backed clock. */
#ifndef DEVICES_RTC_H
#define DEVICES_RTC_H

#include <stdint.h>

/* Seconds since 1970-01-01 00:00 of the clock's own time zone (UTC in QEMU).  Any context;
 * never waits. */
int64_t rtc_get_time(void);

#endif
