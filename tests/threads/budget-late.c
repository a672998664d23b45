/* SPDX-License-Identifier: MIT
 * A CPU budget ends to the tick also where ticks are handled late: interrupts are off when they are
 * due, for up to 8 ms, each time for another while.
 * @icount: 4
 */
#include <random.h>

#include "devices/timer.h"
#include "tests/ktest.h"
#include "threads/budget.h"
#include "threads/interrupt.h"
#include "threads/thread.h"

#define TICK_US 10000
#define BUDGETS 40

static struct cpu_budget budget;
static unsigned late_ticks;

/* Computes until the next tick has been due for LATE microseconds, with interrupts off at the end.
 */
static void be_late(unsigned late)
{
    int64_t due = (timer_now_us() / TICK_US + 1) * TICK_US;
    while (timer_now_us() < due - 500)
        ;
    intr_disable();
    while (timer_now_us() < due + late)
        ;
    intr_enable();
    late_ticks += late != 0;
}

static void note(struct cpu_budget *b)
{
    KTEST_ASSERT(b == &budget);
}

KTEST(budget_late)
{
    void (*kernels)(struct cpu_budget *) = budget_expired;
    struct cpu_budget *outer = thread_current()->budget;
    random_init(4711);
    timer_sleep(5); /* The first ticks give the counter's rate. */
    budget_expired = note;
    for (unsigned i = 0; i < BUDGETS; i++) {
        unsigned limit = 1 + i % 5;
        budget_init(&budget, NULL, limit);
        budget_move(thread_current(), &budget);
        for (unsigned n = 0; n <= limit + 1 && !budget.over; n++)
            be_late(random_ulong() % 8000);
        budget_move(thread_current(), outer);
        KTEST_ASSERT(budget.over);
        if (budget.ticks_then != limit)
            fail("budget %u of %u ticks ended at %u", i, limit, (unsigned)budget.ticks_then);
        budget_end(&budget);
    }
    budget_expired = kernels;
    msg("%u ticks were late", late_ticks);
    KTEST_ASSERT(late_ticks > 2 * BUDGETS);
}
