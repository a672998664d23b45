/* SPDX-License-Identifier: MIT
 * Forty sleepers wake neither early nor more than a tick late, though a lower thread never stops.
 * @icount: 4
 */
#include <random.h>
#include "devices/timer.h"
#include "tests/threads/crew.h"

#define SLEEPERS 40
#define ROUNDS 10

static volatile bool stop;

static void hog(int id)
{
    while (!stop)
        barrier();
}

static void work(int id)
{
    for (int i = 0; i < ROUNDS; i++) {
        int64_t due = timer_ticks() + 1 + random_ulong() % 40;
        timer_sleep(due - timer_ticks());
        int64_t late = timer_ticks() - due;
        if (late < 0 || late > 1)
            fail("sleeper %d woke %d ticks late", id, (int)late);
    }
}

KTEST(alarm_on_time)
{
    static struct crew crew, hogs;
    crew_init(&crew, work);
    crew_init(&hogs, hog);
    stop = false;
    crew_start(&hogs, PRI_DEFAULT - 1);
    for (int i = 0; i < SLEEPERS; i++)
        crew_start(&crew, PRI_DEFAULT + i % 3);
    crew_join(&crew);
    stop = true;
    crew_join(&hogs);
}
