/* SPDX-License-Identifier: MIT
 * All pinned: nothing is chosen.  One evictable among thousands: it is, in a bounded search.
 *
 * @sources: vm/evict/evict.c vm/evict/clock.c vm/evict/fifo.c vm/evict/random.c
 */
#include "tests/evict/bench.h"

enum { MANY = 5000 };

static void reset_calls(struct bench *bench)
{
    bench->may_calls = bench->test_calls = bench->referenced_calls = bench->at_calls = 0;
}

static void check_bound(const struct bench *bench, const char *what, long looks)
{
    const char *name = bench->set.policy->name;
    CHECK(bench->may_calls <= looks, "%s, %s: %ld looks, at most %ld allowed", name, what,
          bench->may_calls, looks);
    CHECK(bench->test_calls <= looks, "%s, %s: %ld marks tested, at most %ld allowed", name, what,
          bench->test_calls, looks);
    CHECK(bench->at_calls <= 32, "%s, %s: %ld probes", name, what, bench->at_calls);
    CHECK(bench->referenced_calls == 0, "%s, %s: choosing asked referenced()", name, what);
}

static void check_all_pinned(struct bench *bench)
{
    for (int id = 0; id < MANY; id++)
        bench->item[id].pinned = bench->item[id].marked = true;
    reset_calls(bench);
    uint64_t fallbacks = bench->set.counters.fifo_fallbacks;
    CHECK(bench_choose(bench) == NAIVE_NONE, "%s chose a pinned entry", bench->set.policy->name);
    check_bound(bench, "all pinned", MANY + 32);
    CHECK(bench->set.counters.fifo_fallbacks == fallbacks, "%s fell back on a pinned entry",
          bench->set.policy->name);
    for (int id = 0; id < MANY; id++)
        CHECK(bench->item[id].marked, "%s cleared the mark of pinned entry %d",
              bench->set.policy->name, id);
    struct evict_entry *out[4];
    CHECK(evict_peek(&bench->set, out, 4) == 0, "%s predicts a pinned entry",
          bench->set.policy->name);
}

static void check_one_free(struct bench *bench, int id, bool marked, bool sticky)
{
    struct item *item = &bench->item[id];
    item->pinned = false;
    item->marked = marked;
    item->sticky = sticky;
    reset_calls(bench);
    int got = bench_choose(bench);
    CHECK(got == id, "%s: only entry %d was free, chose %d", bench->set.policy->name, id, got);
    check_bound(bench, "one free", 2 * MANY + 32);
    item->pinned = true;
    item->sticky = false;
}

int main(void)
{
    for (size_t i = 0; evict_policy_nth(i) != NULL; i++) {
        struct bench *bench = bench_open(evict_policy_nth(i)->name, MANY, 7);
        CHECK(bench_choose(bench) == NAIVE_NONE, "chose from an empty set");
        bench_fill(bench, MANY);
        check_all_pinned(bench);
        for (int id = 0; id < MANY; id += 499)
            for (int how = 0; how < 3; how++)
                check_one_free(bench, id, how > 0, how == 2);
        check_one_free(bench, MANY - 1, false, false);
        check_all_pinned(bench);
        free(bench);
    }
    return 0;
}
