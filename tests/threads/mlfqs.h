/* SPDX-License-Identifier: MIT
 * For tests of the 4.4BSD scheduler: threads that do real work, and the load average and recent CPU
 * use as they should be, computed with more digits than the kernel has.
 */
#ifndef TESTS_THREADS_MLFQS_H
#define TESTS_THREADS_MLFQS_H

#include <xorshift.h>
#include "devices/timer.h"
#include "tests/threads/crew.h"
#include "threads/jitter.h"

static volatile uint32_t mlfqs_result;

/* Computes until tick END. */
static inline void mlfqs_work_until(int64_t end)
{
    uint32_t x = 1;
    while (timer_ticks() < end) {
        for (int i = 0; i < 300; i++)
            xorshift32(&x);
    }
    mlfqs_result = x;
}

/* Sleeps until tick THEN, if that is to come. */
static inline void mlfqs_sleep_until(int64_t then)
{
    timer_sleep(then - timer_ticks());
}

/* Sleeps to the middle of a second: what counts at its ends is certain then.  Returns the tick. */
static inline int64_t mlfqs_sleep_to_half(void)
{
    mlfqs_sleep_until(timer_ticks() / TIMER_FREQ * TIMER_FREQ + TIMER_FREQ * 3 / 2);
    return timer_ticks();
}

/* Millionths: the load average after a second with THREADS that want to run. */
static inline int64_t mlfqs_next_load(int64_t load, int threads)
{
    return (59 * load + threads * 1000000ll) / 60;
}

/* …and the recent CPU use of a thread that ran for TICKS of it. */
static inline int64_t mlfqs_next_recent(int64_t recent, int ticks, int64_t load, int nice)
{
    return (recent + ticks * 1000000ll) * (2 * load) / (2 * load + 1000000) + nice * 1000000;
}

/* Fails unless SEEN hundredths are WANT millionths, give or take TOLERANCE hundredths. */
static inline void mlfqs_expect(const char *what, int second, int seen, int64_t want, int tolerance)
{
    int hundredths = want / 10000;
    if (seen < hundredths - tolerance || seen > hundredths + tolerance)
        fail("after %d s the %s is %d hundredths, not %d", second, what, seen, hundredths);
}

#define MLFQS_MAX 20

static int64_t mlfqs_start;
static const int *mlfqs_nices;
static int mlfqs_ticks[MLFQS_MAX];

static inline void mlfqs_compete(int id)
{
    thread_set_nice(mlfqs_nices[id]);
    mlfqs_sleep_until(mlfqs_start);
    uint64_t before = thread_cpu_ns(thread_current());
    mlfqs_work_until(mlfqs_start + 30 * TIMER_FREQ);
    mlfqs_ticks[id] = (thread_cpu_ns(thread_current()) - before) / (1000000000 / TIMER_FREQ);
}

/* CNT threads of the niceness NICES compete for 30 s: each must get WANT ticks, give or take
 * TOLERANCE; twice that under jitter, where a thread runs for pieces of a tick, and which tick it
 * is charged is chance (of 150, give or take 12 in two cases of three). */
static inline void mlfqs_expect_shares(int cnt, const int *nices, const int *want, int tolerance)
{
    struct crew crew;
    KTEST_ASSERT(thread_mlfqs);
    tolerance *= jitter_on ? 2 : 1;
    mlfqs_nices = nices;
    crew_init(&crew, mlfqs_compete);
    mlfqs_start = timer_ticks() + 5 * TIMER_FREQ;
    thread_set_nice(NICE_MIN);
    for (int i = 0; i < cnt; i++)
        crew_start(&crew, PRI_DEFAULT);
    crew_join(&crew);
    for (int i = 0; i < cnt; i++) {
        msg("thread %d, niceness %d: %d ticks, want %d", i, nices[i], mlfqs_ticks[i], want[i]);
        if (mlfqs_ticks[i] < want[i] - tolerance || mlfqs_ticks[i] > want[i] + tolerance)
            fail("thread %d got %d ticks, not %d", i, mlfqs_ticks[i], want[i]);
    }
}

#endif
