/* SPDX-License-Identifier: MIT
 * Equal threads that never block share the CPU by time slices; a lower one gets nothing meanwhile.
 * @icount: 4
 * @plain: yes
 */
#include "devices/timer.h"
#include "tests/threads/crew.h"

static volatile unsigned turns[3];
static volatile int last = -1;
static int64_t end;

static void hog(int id)
{
    while (timer_ticks() < end)
        if (last != id) {
            last = id;
            turns[id]++;
        }
}

KTEST(thread_slice)
{
    struct crew crew;
    crew_init(&crew, hog);
    thread_set_priority(PRI_DEFAULT + 1);
    turns[0] = turns[1] = turns[2] = 0;
    end = timer_ticks() + 40 * TIME_SLICE;
    crew_start(&crew, PRI_DEFAULT);
    crew_start(&crew, PRI_DEFAULT);
    crew_start(&crew, PRI_DEFAULT - 1);
    crew_join(&crew);
    thread_set_priority(PRI_DEFAULT);
    msg("turns %u and %u, below %u", turns[0], turns[1], turns[2]);
    KTEST_ASSERT(turns[0] >= 15 && turns[0] <= 25);
    KTEST_ASSERT(turns[1] >= 15 && turns[1] <= 25);
    KTEST_ASSERT(turns[2] == 0);
}
