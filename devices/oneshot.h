/* SPDX-License-Identifier: MIT
 * Alarms finer than a timer tick: one for each user, of whom there are few. */
#ifndef DEVICES_ONESHOT_H
#define DEVICES_ONESHOT_H

#include <stdbool.h>
#include <stdint.h>

/* All but `next` guarded by disabling interrupts. */
struct oneshot {
    struct oneshot *next;
    void (*fn)(void);
    uint32_t left; /* Counts of the timer, as of when it was last armed. */
    bool pending;
};

/* FN is to be called in interrupt context when ONESHOT rings.  Sleeps; by one thread at a time. */
void oneshot_init(struct oneshot *oneshot, void (*fn)(void));

/* Makes ONESHOT ring once, MICROSECONDS (at most a second) from now, and not when it was to before.
 * Where the machine has no local APIC, at the next timer tick instead.  Any context. */
void oneshot_start(struct oneshot *oneshot, uint32_t microseconds);

#endif
