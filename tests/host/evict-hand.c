/* SPDX-License-Identifier: MIT
 * The hand survives the removal of any entry: all rings up to seven, all places, two removals.
 *
 * @sources: vm/evict/evict.c vm/evict/clock.c vm/evict/fifo.c vm/evict/random.c
 */
#include "tests/evict/bench.h"

enum { MOST = 7 };

/* The rest leaves in the oracle's order, and then the ring is empty and can be filled again. */
static void drain(struct bench *bench, struct naive *naive, const char *what)
{
    while (naive->count > 0) {
        int got = bench_choose(bench), want = naive_choose_clock(naive);
        CHECK(got == want, "%s: chose %d, oracle %d", what, got, want);
        bench_remove(bench, got);
        naive_remove(naive, got);
        bench_check_ring(bench);
    }
    CHECK(bench_choose(bench) == NAIVE_NONE, "%s: chose from an empty set", what);
    bench_insert(bench, 0);
    bench_check_ring(bench);
    CHECK(bench_choose(bench) == 0, "%s: lost the only entry", what);
}

/* N entries, the hand on number HAND, then A and B go and a new one comes. */
static void check(int n, int hand, int a, int b)
{
    char what[80];
    snprintf(what, sizeof what, "clock, %d entries, hand on %d, %d and %d removed", n, hand, a, b);
    struct bench *bench = bench_open("clock", MOST + 1, 1);
    struct naive naive = {.count = 0};
    for (int id = 0; id < n; id++) {
        bench_insert(bench, id);
        naive_insert(&naive, id);
    }
    for (int i = 0; i < hand; i++)
        CHECK(bench_choose(bench) == naive_choose_clock(&naive), "%s: before any removal", what);
    int gone[2] = {a, b};
    for (int i = 0; i < (a == b ? 1 : 2); i++) {
        bench_remove(bench, gone[i]);
        naive_remove(&naive, gone[i]);
        bench_check_ring(bench);
    }
    bench_insert(bench, n);
    naive_insert(&naive, n);
    bench_check_ring(bench);
    drain(bench, &naive, what);
    free(bench);
}

int main(void)
{
    for (int n = 1; n <= MOST; n++)
        for (int hand = 0; hand < n; hand++)
            for (int a = 0; a < n; a++)
                for (int b = 0; b < n; b++)
                    check(n, hand, a, b);
    return 0;
}
