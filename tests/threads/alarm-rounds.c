/* SPDX-License-Identifier: MIT
 * Sleepers of different periods wake again and again, each in its time, and in the order of their
 * times.
 * @icount: 1
 */
#include "devices/timer.h"
#include "tests/threads/crew.h"

#define SLEEPERS 5
#define ROUNDS 7

static int64_t start;
static int woken, products[SLEEPERS * ROUNDS];

static void work(int id)
{
    int period = 10 * (id + 1);
    for (int i = 1; i <= ROUNDS; i++) {
        int64_t due = start + i * period;
        timer_sleep(due - timer_ticks());
        KTEST_ASSERT(timer_ticks() == due);
        products[woken++] = i * period;
    }
}

KTEST(alarm_rounds)
{
    struct crew crew;
    crew_init(&crew, work);
    timer_sleep(1);
    start = timer_ticks() + 10;
    for (int i = 0; i < SLEEPERS; i++)
        crew_start(&crew, PRI_DEFAULT + 1);
    crew_join(&crew);
    KTEST_ASSERT(woken == SLEEPERS * ROUNDS);
    for (int i = 1; i < woken; i++)
        if (products[i - 1] > products[i])
            fail("one that slept %d ticks woke before one that slept %d", products[i - 1],
                 products[i]);
}
