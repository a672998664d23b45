/* SPDX-License-Identifier: MIT
 * Under stride, CPU time goes by tickets, which are priority + 1, also to a thread that yields just
 * before each tick, to one that yields all the time and to one that slept before.
 * @icount: 7
 * @options: -sched=stride
 */
#include "tests/threads/mlfqs.h"

#define THREADS 6

static const int priorities[THREADS] = {9, 19, 29, 19, 19, 19};
static int64_t begin, end;
static uint64_t used[THREADS];

/* Never runs when a tick comes. */
static void sneak_until(int64_t then)
{
    while (timer_ticks() < then) {
        if (timer_now_us() % 10000 > 8500)
            thread_yield();
    }
}

static void yield_until(int64_t then)
{
    while (timer_ticks() < then)
        thread_yield();
}

static void work(int id)
{
    if (id == 4)
        mlfqs_sleep_until(begin);
    yield_until(begin);
    uint64_t before = thread_cpu_ns(thread_current());
    if (id == 3)
        sneak_until(end);
    else if (id == 5)
        yield_until(end);
    else
        mlfqs_work_until(end);
    used[id] = (thread_cpu_ns(thread_current()) - before) / 10000000;
}

KTEST(sched_stride)
{
    struct crew crew;
    crew_init(&crew, work);
    begin = timer_ticks() + 300;
    end = begin + 1000;
    for (int i = 0; i < THREADS; i++)
        crew_start(&crew, priorities[i]);
    crew_join(&crew);
    for (int i = 0; i < THREADS; i++) {
        int want = (priorities[i] + 1) * 1000 / 120;
        msg("%d tickets: %u ticks, want %d", priorities[i] + 1, (unsigned)used[i], want);
        if ((int)used[i] < want * 9 / 10 - 2 || (int)used[i] > want * 11 / 10 + 2)
            fail("thread %d got %u ticks, not %d", i, (unsigned)used[i], want);
    }
}
