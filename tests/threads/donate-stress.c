/* SPDX-License-Identifier: MIT
 * Threads of changing priorities take random sets of locks: each lock keeps others out, nobody runs
 * with less than its own priority, and nobody keeps a loan.
 * @icount: 4
 * @matrix: jitter=1..10 rs=1..3
 */
#include <random.h>
#include "devices/timer.h"
#include "tests/threads/crew.h"

#define LOCKS 8
#define THREADS 12
#define ROUNDS 100

static struct lock locks[LOCKS];
static int holders[LOCKS];

static void take(unsigned set)
{
    for (int i = 0; i < LOCKS; i++) {
        if (set >> i & 1) {
            lock_acquire_nested(&locks[i]);
            KTEST_ASSERT(++holders[i] == 1);
        }
    }
}

static void give_back(unsigned set)
{
    for (int i = 0; i < LOCKS; i++) {
        if (set >> i & 1) {
            holders[i]--;
            lock_release(&locks[i]);
        }
    }
}

static void work(int id)
{
    for (int i = 0; i < ROUNDS; i++) {
        int own = PRI_MIN + random_ulong() % (PRI_DEFAULT + 20);
        unsigned set = random_ulong() & random_ulong();
        thread_set_priority(own);
        take(set);
        KTEST_ASSERT(thread_get_priority() >= own);
        if (random_ulong() % 16 == 0)
            timer_sleep(1);
        else
            thread_yield();
        give_back(set);
        expect_priority(own);
    }
}

KTEST(donate_stress)
{
    struct crew crew;
    crew_init(&crew, work);
    for (int i = 0; i < LOCKS; i++)
        lock_init(&locks[i]);
    for (int i = 0; i < THREADS; i++)
        crew_start(&crew, PRI_DEFAULT);
    crew_join(&crew);
    expect_priority(PRI_DEFAULT);
    for (int i = 0; i < LOCKS; i++)
        KTEST_ASSERT(locks[i].holder == NULL && locks[i].donee == NULL);
}
