/* SPDX-License-Identifier: MIT
 * Seeded random preemption (-jitter=SEED): a small generator of its own, so that nobody else's use
 * of random numbers changes a run.
 */
#include "threads/jitter.h"
#include <stdint.h>
#include <xorshift.h>
#include "threads/cmdline.h"
#include "threads/interrupt.h"
#include "threads/kstat.h"
#include "threads/thread.h"

bool jitter_on;

static uint32_t state; /* Never 0. */

KSTAT_DEFINE(stat_yields, "sched", "jitter_yields", "yields", "yields forced by -jitter");

static int jitter_option(const char *value)
{
    unsigned long seed;
    int err = cmdline_number(value, 0, UINT32_MAX, &seed);
    if (err == 0) {
        state = seed * 2654435761u | 1;
        jitter_on = true;
    }
    return err;
}
CMDLINE_OPTION(jitter, jitter_option, "SEED: yield at random where another thread could run");

void jitter_maybe_yield(void)
{
    if (intr_context() || intr_get_level() == INTR_OFF)
        return;
    if (xorshift32(&state) % 8 != 0)
        return;
    kstat_inc(&stat_yields);
    /* Interrupts are off in between so that this is not a jitter point itself. */
    intr_disable();
    thread_yield();
    __asm__ volatile("sti" : : : "memory");
}
