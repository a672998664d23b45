/* SPDX-License-Identifier: MIT
 * A thread that the timer wakes runs when the interrupt returns, though the thread of lower priority
 * that was interrupted never calls the kernel.
 */
#include "devices/timer.h"
#include "tests/threads/crew.h"
#include "threads/kstat.h"

#define SLEEP 2
#define SPIN 20

static volatile uint64_t woke_at;
static const volatile uint64_t *ticks; /* Reading the counter itself calls nothing. */

static void work(int id)
{
    timer_sleep(SLEEP);
    woke_at = *ticks;
}

KTEST(intr_preempts)
{
    struct crew crew;
    ticks = &kstat_find("timer.ticks")->value;
    uint64_t start = *ticks;
    crew_init(&crew, work);
    crew_start(&crew, PRI_DEFAULT + 1);
    while (*ticks < start + SPIN)
        continue;
    KTEST_ASSERT(woke_at >= start + SLEEP);
    KTEST_ASSERT(woke_at < start + SPIN / 2);
    crew_join(&crew);
}
