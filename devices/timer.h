/* SPDX-License-Identifier: MIT
 * The 100 Hz clock: time since boot, sleeping, alarms, short delays. */
#ifndef DEVICES_TIMER_H
#define DEVICES_TIMER_H

#include <list.h>
#include <stdbool.h>
#include <stdint.h>

#define TIMER_FREQ 100 /* ticks a second */

/* Programs the interval timer and registers its interrupt.  After intr_init(). */
void timer_init(void);

/* Kept for callers that expect it; there is nothing to calibrate (delays read the timer chip). */
void timer_calibrate(void);

/* Ticks since boot, and since THEN.  Any context. */
int64_t timer_ticks(void);
int64_t timer_elapsed(int64_t then);

/* Microseconds since boot, finer than a tick and never going back.  Any context. */
int64_t timer_now_us(void);

/* The time-stamp counter: the finest clock there is.  timer_cycles_to_ns() finds out its rate by
 * comparing it with the timer chip since boot (in the first ticks it takes it for 1 GHz). */
static inline uint64_t timer_cycles(void)
{
    uint64_t now;
    __asm__ volatile("rdtsc" : "=A"(now));
    return now;
}

uint64_t timer_cycles_to_ns(uint64_t cycles);

/* Are so many counts more than TICKS ticks?  To within a tick, without reading the chip; and not
 * before so many have passed since boot.  In the timer interrupt. */
bool timer_cycles_reach(uint64_t cycles, uint32_t ticks);

/* How long ago the tick was due whose interrupt this is, in microseconds.  In the timer interrupt.
 */
uint32_t timer_tick_late_us(void);

/* Sleep for at least about the time named; a time that is not positive returns at once.  A time
 * below one tick is measured by an alarm of its own (oneshot.h).  Interrupts must be on; not in
 * interrupt context. */
void timer_sleep(int64_t ticks);
void timer_msleep(int64_t milliseconds);
void timer_usleep(int64_t microseconds);
void timer_nsleep(int64_t nanoseconds);

/* Busy-wait, for driver code that cannot sleep.  Any context. */
void timer_mdelay(int64_t milliseconds);
void timer_udelay(int64_t microseconds);
void timer_ndelay(int64_t nanoseconds);

/* A function to be called once, at a tick to come, in the timer interrupt.  The owner provides
 * the memory, which must stay valid until the call or until timer_alarm_cancel(). */
struct timer_alarm {
    struct list_elem elem; /* all guarded by disabling interrupts */
    int64_t when;          /* tick at which it is due */
    bool pending;
    void (*fn)(void *aux);
    void *aux;
};

/* Arranges for FN(AUX) after TICKS ticks, at least one.  ALARM is not pending yet.  Any context. */
void timer_alarm_set(struct timer_alarm *alarm, int64_t ticks, void (*fn)(void *), void *aux);

/* Withdraws ALARM if it is pending; returns whether it was.  Any context. */
bool timer_alarm_cancel(struct timer_alarm *alarm);

/* Prints `Timer: N ticks`. */
void timer_print_stats(void);

#endif
