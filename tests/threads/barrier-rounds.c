/* SPDX-License-Identifier: MIT
 * Nobody leaves a barrier before all have come, round after round, and each round has one that is
 * told so.
 * @icount: 4
 * @matrix: jitter=1..10
 */
#include <random.h>
#include "devices/timer.h"
#include "tests/threads/crew.h"
#include "threads/barrier.h"

#define THREADS 7
#define ROUNDS 60

static struct barrier meeting;
static int arrived[ROUNDS], chosen[ROUNDS];

static void work(int id)
{
    for (int i = 0; i < ROUNDS; i++) {
        arrived[i]++;
        if (random_ulong() % 8 == 0)
            timer_sleep(1);
        if (barrier_wait(&meeting))
            chosen[i]++;
        KTEST_ASSERT(arrived[i] == THREADS);
    }
}

KTEST(barrier_rounds)
{
    struct crew crew;
    crew_init(&crew, work);
    barrier_init(&meeting, THREADS);
    for (int i = 0; i < THREADS; i++)
        crew_start(&crew, PRI_DEFAULT - i % 3);
    crew_join(&crew);
    for (int i = 0; i < ROUNDS; i++)
        KTEST_ASSERT(chosen[i] == 1);
}
