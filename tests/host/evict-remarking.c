/* SPDX-License-Identifier: MIT
 * Marks that come back at once (a preemptible owner): clock ends in bounded time, in queue order,
 * and counts that it had to; marks that stay cleared never get it there.
 *
 * @sources: vm/evict/evict.c vm/evict/clock.c vm/evict/fifo.c vm/evict/random.c
 */
#include "tests/evict/bench.h"

enum { N = 100 };

static void mark_all(struct bench *bench, bool sticky)
{
    for (int id = 0; id < N; id++) {
        bench->item[id].marked = true;
        bench->item[id].sticky = sticky;
    }
}

static void check_all_referenced_once(void)
{
    struct bench *bench = bench_open("clock", N, 1);
    bench_fill(bench, N);
    mark_all(bench, false);
    int got = bench_choose(bench);
    CHECK(got == 0, "clock, all referenced: chose %d, not the first in line", got);
    CHECK(bench->set.counters.scans == N + 1, "clock, all referenced: %lu looks, not %d",
          (unsigned long)bench->set.counters.scans, N + 1);
    CHECK(bench->set.counters.second_chances == N, "clock, all referenced: %lu second chances",
          (unsigned long)bench->set.counters.second_chances);
    CHECK(bench->set.counters.fifo_fallbacks == 0, "clock counted a fallback it did not need");
    free(bench);
}

static void check_always_referenced(void)
{
    struct bench *bench = bench_open("clock", N, 1);
    bench_fill(bench, N);
    mark_all(bench, true);
    bench->item[0].pinned = bench->item[3].pinned = true;
    int expected = 0;
    for (int i = 1; i <= N - 2; i++) {
        do
            expected++;
        while (bench->item[expected].pinned);
        int got = bench_choose(bench);
        CHECK(got == expected, "clock, always referenced: chose %d, first in line was %d", got,
              expected);
        CHECK(bench->set.counters.fifo_fallbacks == (uint64_t)i, "%lu fallbacks after %d choices",
              (unsigned long)bench->set.counters.fifo_fallbacks, i);
        bench_remove(bench, got);
        bench_check_ring(bench);
    }
    CHECK(bench->may_calls <= (long)N * N * 2, "%ld looks", bench->may_calls);
    CHECK(bench_choose(bench) == NAIVE_NONE, "clock chose a pinned entry");
    free(bench);
}

/* fifo and random do not ask. */
static void check_unasked(const char *policy)
{
    struct bench *bench = bench_open(policy, N, 1);
    bench_fill(bench, N);
    mark_all(bench, true);
    for (int i = 0; i < N; i++)
        bench_remove(bench, bench_choose(bench));
    CHECK(bench->test_calls == 0, "%s tested %ld marks", policy, bench->test_calls);
    CHECK(bench->set.counters.second_chances == 0, "%s counted second chances", policy);
    CHECK(bench->set.counters.fifo_fallbacks == 0, "%s counted fallbacks", policy);
    CHECK(bench->set.counters.chosen == N, "%s: %lu chosen, not %d", policy,
          (unsigned long)bench->set.counters.chosen, N);
    free(bench);
}

int main(void)
{
    check_all_referenced_once();
    check_always_referenced();
    check_unasked("fifo");
    check_unasked("random");
    return 0;
}
