/* SPDX-License-Identifier: MIT
 * 8254 interval timer: the tick, alarms, sleep, delays.
 *
 * Channel 0 counts down from PIT_RELOAD to 1 at 1193182 Hz, over and over (mode 2), and interrupts
 * when it starts again.  Reading the count gives time within a tick, so that delays are measured
 * by the chip itself and no loop is ever calibrated against real time.
 *
 * A sleeping thread is an alarm on its own stack.  Pending alarms are a list sorted by due tick,
 * equals in order of setting; the interrupt looks at the first one only.
 */
#include "devices/timer.h"

#include <debug.h>
#include <stdio.h>

#include "devices/oneshot.h"
#include "threads/interrupt.h"
#include "threads/io.h"
#include "threads/kstat.h"
#include "threads/thread.h"

#define PIT_COUNTER0 0x40
#define PIT_CONTROL 0x43
#define PIT_MODE2_COUNTER0 0x34 /* counter 0, both bytes, mode 2, binary */
#define PIT_LATCH_COUNTER0 0x00
#define PIT_HZ 1193182
#define PIT_RELOAD ((PIT_HZ + TIMER_FREQ / 2) / TIMER_FREQ)

#define PIC0_COMMAND 0x20
#define PIC_READ_IRR 0x0a

#define TIMER_VECTOR 0x20
#define BASE_TICK 2 /* The first one that no interrupts-off stretch of the boot delays. */
#define US_PER_TICK (1000000 / TIMER_FREQ)

/* Guarded by disabling interrupts. */
static int64_t ticks;
/* Both clocks at tick BASE_TICK; constant from then on. */
static uint64_t cycles_at_base;
static int64_t us_at_base;
static struct list alarms = LIST_INITIALIZER(alarms);

static uint64_t ticks_gauge(void)
{
    return timer_ticks();
}
KSTAT_GAUGE(stat_ticks, "timer", "ticks", "ticks", "timer interrupts since boot", ticks_gauge);

static bool due_earlier(const struct list_elem *a, const struct list_elem *b, void *aux)
{
    return list_entry(a, struct timer_alarm, elem)->when <
           list_entry(b, struct timer_alarm, elem)->when;
}

void timer_alarm_set(struct timer_alarm *alarm, int64_t delay, void (*fn)(void *), void *aux)
{
    enum intr_level old_level = intr_disable();
    alarm->when = ticks + (delay < 1 ? 1 : delay);
    alarm->pending = true;
    alarm->fn = fn;
    alarm->aux = aux;
    list_insert_ordered(&alarms, &alarm->elem, due_earlier, NULL);
    intr_set_level(old_level);
}

bool timer_alarm_cancel(struct timer_alarm *alarm)
{
    enum intr_level old_level = intr_disable();
    bool was_pending = alarm->pending;
    if (was_pending) {
        alarm->pending = false;
        list_remove(&alarm->elem);
    }
    intr_set_level(old_level);
    return was_pending;
}

static void ring_due_alarms(void)
{
    while (!list_empty(&alarms)) {
        struct timer_alarm *alarm = list_entry(list_front(&alarms), struct timer_alarm, elem);
        if (alarm->when > ticks)
            break;
        list_pop_front(&alarms);
        alarm->pending = false;
        alarm->fn(alarm->aux); /* may free or set ALARM again */
    }
}

static void timer_interrupt(struct intr_frame *frame)
{
    if (++ticks == BASE_TICK) {
        us_at_base = timer_now_us();
        cycles_at_base = timer_cycles();
    }
    ring_due_alarms();
    thread_tick();
}

void timer_init(void)
{
    outb(PIT_CONTROL, PIT_MODE2_COUNTER0);
    outb(PIT_COUNTER0, PIT_RELOAD & 0xff);
    outb(PIT_COUNTER0, PIT_RELOAD >> 8);
    intr_register_ext(TIMER_VECTOR, timer_interrupt, "timer");
}

void timer_calibrate(void)
{
}

int64_t timer_ticks(void)
{
    enum intr_level old_level = intr_disable();
    int64_t now = ticks;
    intr_set_level(old_level);
    return now;
}

int64_t timer_elapsed(int64_t then)
{
    return timer_ticks() - then;
}

/* The count now: PIT_RELOAD (just begun) down to 1.  Interrupts off, as the latch is one. */
static unsigned pit_count(void)
{
    outb(PIT_CONTROL, PIT_LATCH_COUNTER0);
    unsigned low = inb(PIT_COUNTER0);
    return low | inb(PIT_COUNTER0) << 8;
}

/* Whether a tick has happened that its interrupt handler has not counted yet.  Interrupts off. */
static bool tick_pending(void)
{
    outb(PIC0_COMMAND, PIC_READ_IRR);
    return inb(PIC0_COMMAND) & 1;
}

int64_t timer_now_us(void)
{
    static int64_t last;

    enum intr_level old_level = intr_disable();
    int64_t now = ticks;
    unsigned count = pit_count();
    if (tick_pending()) {
        /* It may have come before the count was read or after it: read one that is after. */
        now++;
        count = pit_count();
    }
    now = now * US_PER_TICK + (PIT_RELOAD - count) * US_PER_TICK / PIT_RELOAD;
    if (now < last)
        now = last;
    last = now;
    intr_set_level(old_level);
    return now;
}

/* Both clocks since the base give the rate, in words of 32 bits, so that nothing overflows. */
uint64_t timer_cycles_to_ns(uint64_t cycles)
{
    enum intr_level old_level = intr_disable();
    int64_t us = timer_now_us() - us_at_base;
    uint64_t passed = timer_cycles() - cycles_at_base;
    intr_set_level(old_level);
    if (cycles_at_base == 0 || us <= 0)
        return cycles;
    uint64_t ns = us * 1000;
    while ((ns | passed) >> 32 != 0) {
        ns >>= 1;
        passed >>= 1;
    }
    uint32_t rate = passed == 0 ? 1 : passed;
    return cycles / rate * ns + cycles % rate * ns / rate;
}

/* By the ticks and the counts until now; in units of 2^14 counts, so that nothing overflows for
 * months. */
bool timer_cycles_reach(uint64_t cycles, uint32_t limit)
{
    uint64_t passed = timer_cycles() - cycles_at_base;
    uint32_t now = ticks - BASE_TICK;
    return limit < now && (cycles >> 14) * now >= limit * (passed >> 14);
}

uint32_t timer_tick_late_us(void)
{
    return timer_now_us() - ticks * US_PER_TICK;
}

static void wake_sleeper(void *thread)
{
    thread_unblock(thread);
}

void timer_sleep(int64_t delay)
{
    struct timer_alarm alarm;

    ASSERT(intr_get_level() == INTR_ON);
    if (delay <= 0)
        return;
    enum intr_level old_level = intr_disable();
    timer_alarm_set(&alarm, delay, wake_sleeper, thread_current());
    struct wait_reason outer = thread_wait_begin(WAIT_TIMER, &alarm, "timer");
    thread_block();
    thread_wait_end(outer);
    intr_set_level(old_level);
}

/* ---- Sleeps of less than a tick ---- */

struct nap {
    struct list_elem elem;
    int64_t until; /* by timer_now_us() */
    struct thread *thread;
};

static struct list naps = LIST_INITIALIZER(naps); /* soonest first; interrupts off */
static struct oneshot nap_alarm;

static bool ends_earlier(const struct list_elem *a, const struct list_elem *b, void *aux)
{
    return list_entry(a, struct nap, elem)->until < list_entry(b, struct nap, elem)->until;
}

/* Wakes whose time is over; sets the alarm for the next.  Interrupts off. */
static void end_naps(void)
{
    int64_t now = timer_now_us();
    while (!list_empty(&naps)) {
        struct nap *nap = list_entry(list_front(&naps), struct nap, elem);
        if (nap->until > now) {
            oneshot_start(&nap_alarm, nap->until - now);
            return;
        }
        list_pop_front(&naps);
        thread_unblock(nap->thread);
    }
}

/* The first who comes sets up the alarm: most machines never need it, and it takes memory.  False
 * while that is going on. */
static bool naps_ready(void)
{
    static enum { NO, SOON, YES } state;
    enum intr_level old_level = intr_disable();
    bool mine = state == NO;
    if (mine)
        state = SOON;
    intr_set_level(old_level);
    if (mine) {
        oneshot_init(&nap_alarm, end_naps);
        state = YES;
    }
    return state == YES;
}

static void take_nap(int64_t us)
{
    struct nap nap = {.thread = thread_current()};
    enum intr_level old_level = intr_disable();
    nap.until = timer_now_us() + us;
    list_insert_ordered(&naps, &nap.elem, ends_earlier, NULL);
    if (list_front(&naps) == &nap.elem)
        oneshot_start(&nap_alarm, us);
    struct wait_reason outer = thread_wait_begin(WAIT_TIMER, &naps, "timer");
    thread_block();
    thread_wait_end(outer);
    intr_set_level(old_level);
}

/* ---- Delays ---- */

static unsigned pit_count_safely(void)
{
    enum intr_level old_level = intr_disable();
    unsigned count = pit_count();
    intr_set_level(old_level);
    return count;
}

/* Waits for COUNTS periods of the timer chip.  A caller who loses the CPU for more than a tick
 * in between waits longer, never shorter. */
static void delay_counts(int64_t counts)
{
    unsigned before = pit_count_safely();
    while (counts > 0) {
        unsigned now = pit_count_safely();
        counts -= before >= now ? before - now : before + PIT_RELOAD - now;
        before = now;
    }
}

/* Busy-waits for NUM/DENOM seconds, rounded up to a count. */
static void delay_time(int64_t num, int32_t denom)
{
    int64_t whole = num / denom;
    int64_t rest = num % denom;
    delay_counts(whole * PIT_HZ + (rest * PIT_HZ + denom - 1) / denom);
}

static void sleep_time(int64_t num, int32_t denom)
{
    int64_t whole_ticks = num / (denom / TIMER_FREQ);
    ASSERT(intr_get_level() == INTR_ON);
    if (num > 0 && whole_ticks == 0 && naps_ready())
        take_nap((num * 1000000 + denom - 1) / denom);
    else if (num > 0)
        timer_sleep(whole_ticks > 0 ? whole_ticks : 2);
}

void timer_msleep(int64_t ms)
{
    sleep_time(ms, 1000);
}

void timer_usleep(int64_t us)
{
    sleep_time(us, 1000 * 1000);
}

void timer_nsleep(int64_t ns)
{
    sleep_time(ns, 1000 * 1000 * 1000);
}

void timer_mdelay(int64_t ms)
{
    delay_time(ms, 1000);
}

void timer_udelay(int64_t us)
{
    delay_time(us, 1000 * 1000);
}

void timer_ndelay(int64_t ns)
{
    delay_time(ns, 1000 * 1000 * 1000);
}

void timer_print_stats(void)
{
    printf("Timer: %lld ticks\n", (long long)timer_ticks());
}
