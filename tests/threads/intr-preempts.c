/* SPDX-License-Identifier: MIT
 * A thread that the timer wakes runs when the interrupt returns, though the thread of lower
 * priority that was interrupted never calls the kernel.
 */
#include "devices/timer.h"
#include "tests/threads/crew.h"

#define SPIN 3000000000ull /* In units of the time-stamp counter: about a second. */

static volatile bool woken;

static uint64_t tsc(void)
{
    uint64_t now;
    __asm__ volatile("rdtsc" : "=A"(now) : : "memory");
    return now;
}

static void work(int id)
{
    timer_sleep(2);
    woken = true;
}

KTEST(intr_preempts)
{
    struct crew crew;
    crew_init(&crew, work);
    crew_start(&crew, PRI_DEFAULT + 1);
    uint64_t start = tsc();
    while (!woken && tsc() - start < SPIN)
        continue;
    KTEST_ASSERT(woken);
    crew_join(&crew);
}
