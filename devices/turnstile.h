/* SPDX-License-Identifier: MIT
 * Turns at a device, first come first served.
 *
 * Unlike a lock's, a turn is handed over to the thread that waits longest: one that comes back at
 * once cannot take it again first.  It is held over a wait for a device, so the waiters' reason is
 * WAIT_IO; priorities do not count and are not donated.
 */
#ifndef DEVICES_TURNSTILE_H
#define DEVICES_TURNSTILE_H

#include <list.h>
#include <stdbool.h>

/* Guarded by disabling interrupts. */
struct turnstile {
    const char *name; /* of the device, for the watchdog */
    bool in_use;
    struct list waiting; /* first come first */
};

void turnstile_init(struct turnstile *, const char *name);

/* Sleeps until it is the caller's turn. */
void turnstile_enter(struct turnstile *);

void turnstile_leave(struct turnstile *);

#endif
