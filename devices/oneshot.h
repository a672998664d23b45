/* SPDX-License-Identifier: MIT */
/* A single alarm, finer than a timer tick. */
#ifndef DEVICES_ONESHOT_H
#define DEVICES_ONESHOT_H

#include <stdint.h>

/* Sets up the alarm: FN is to be called in interrupt context.  There is one user only. */
void oneshot_init(void (*fn)(void));

/* Calls the function once, MICROSECONDS (at most a second) from now.  Where the machine has no
 * local APIC, at the next timer tick instead.  Not while an alarm is pending. */
void oneshot_start(uint32_t microseconds);

#endif
