/* SPDX-License-Identifier: MIT
 * How a run ends: outcome, last lines, power-off or reboot. */
#ifndef DEVICES_SHUTDOWN_H
#define DEVICES_SHUTDOWN_H

#include <debug.h>

enum shutdown_type {
    SHUTDOWN_NONE,      /* halt, leaving the screen to be read */
    SHUTDOWN_POWER_OFF, /* the default */
    SHUTDOWN_REBOOT,
};

/* What the run came to, in rising order of weight: a heavier one is never replaced by a lighter. */
enum shutdown_outcome {
    OUTCOME_PASSED,  /* ended normally, every `run` program exited 0 */
    OUTCOME_FAILED,  /* a `run` program ended non-zero or was killed */
    OUTCOME_REFUSED, /* boot refused: bad option or value, unusable machine */
    OUTCOME_PANIC,
};

/* Asks for FN to be called when the machine goes down, in thread context, before the last
 * statistics are printed: to write back what is dirty.  It may sleep; after a panic it is not
 * called.  Functions run in the order of their registration; at most 8. */
void shutdown_register(void (*fn)(void));

void shutdown_set_outcome(enum shutdown_outcome outcome);

/* Chooses what shutdown() does. */
void shutdown_configure(enum shutdown_type type);
void shutdown(void);

/* Runs the hooks, prints the statistics, the outcome and `Powering off...`, and turns the machine
 * off. */
void shutdown_power_off(void) NO_RETURN;
void shutdown_reboot(void) NO_RETURN;

#endif
