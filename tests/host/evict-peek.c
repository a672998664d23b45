/* SPDX-License-Identifier: MIT
 * What peek lists are the next victims, and looking changes nothing, to the byte.
 *
 * @sources: vm/evict/evict.c vm/evict/clock.c vm/evict/fifo.c vm/evict/random.c
 */
#include "tests/evict/bench.h"

enum { ITEMS = 200, MAX = 16 };

/* Inserts, removals, pins and a few choices, so that the hand is anywhere. */
static void stir(struct bench *bench, uint32_t *state, uint32_t pinned_in_16)
{
    for (int i = 0; i < 400; i++) {
        int id = (int)case_below(state, ITEMS);
        if (!evict_entry_listed(&bench->item[id].entry))
            bench_insert(bench, id);
        else if (case_below(state, 4) == 0)
            bench_remove(bench, id);
        bench->item[id].pinned = case_below(state, 16) < pinned_in_16;
        if (case_below(state, 8) == 0)
            bench_choose(bench);
    }
}

static size_t peek_unchanged(struct bench *bench, struct evict_entry **out, size_t max)
{
    struct bench *before = malloc(sizeof *before);
    CHECK(before != NULL, "out of memory");
    size_t found = evict_peek(&bench->set, out, max); /* Once for the questions it asks... */
    CHECK(bench->test_calls == 0 || bench->set.counters.chosen > 0, "peek cleared marks");
    memcpy(before, bench, sizeof *before); /* ... and once for what it changes. */
    evict_peek(&bench->set, out, max);
    before->may_calls = bench->may_calls;
    before->referenced_calls = bench->referenced_calls;
    before->at_calls = bench->at_calls;
    CHECK(memcmp(before, bench, sizeof *before) == 0, "%s: peek changed something",
          bench->set.policy->name);
    free(before);
    return found;
}

static void check_predictions(struct bench *bench, uint32_t *state, int run)
{
    struct evict_entry *out[MAX];
    size_t max = 1 + case_below(state, MAX);
    bench->may_calls = 0;
    size_t found = peek_unchanged(bench, out, max);
    bool ring = bench->set.policy != evict_policy_find("random");
    long bound = 2 * (4 * (long)max + 16); /* Peeked twice. */
    CHECK(!ring || bench->may_calls <= bound, "%s: %ld looks for %zu predictions",
          bench->set.policy->name, bench->may_calls, max);
    bool cut_short = ring && bench->may_calls == bound;
    for (size_t i = 0; i < found; i++) {
        int want = bench_id(bench, out[i]), got = bench_choose(bench);
        CHECK(got == want, "%s, run %d: prediction %zu of %zu was %d, chosen %d",
              bench->set.policy->name, run, i, found, want, got);
        bench_remove(bench, got);
    }
    CHECK(found == max || cut_short || bench_choose(bench) == NAIVE_NONE,
          "%s, run %d: %zu of %zu predictions, and then chose another", bench->set.policy->name,
          run, found, max);
}

/* Under clock a referenced entry is not predicted; the others do not care. */
static void check_referenced(struct bench *bench)
{
    bool heeds = bench->set.policy == evict_policy_find("clock");
    struct evict_entry *out[4];
    bench_fill(bench, 4);
    bench->item[1].marked = true;
    size_t found = peek_unchanged(bench, out, 4);
    CHECK(found == (heeds ? 3 : 4), "%s: predicts %zu of 4, one of them referenced",
          bench->set.policy->name, found);
    for (size_t i = 0; i < found; i++)
        CHECK(!heeds || out[i] != &bench->item[1].entry, "clock predicts a referenced entry");
    CHECK(evict_peek(&bench->set, out, 0) == 0, "%s: found some when asked for none",
          bench->set.policy->name);
}

int main(void)
{
    uint32_t state = 5;
    for (size_t i = 0; evict_policy_nth(i) != NULL; i++) {
        const char *name = evict_policy_nth(i)->name;
        struct bench *bench = bench_open(name, ITEMS, 1);
        check_referenced(bench);
        free(bench);
        for (int run = 0; run < 60; run++) {
            bench = bench_open(name, run % 3 == 0 ? 60000 : ITEMS, (uint64_t)run);
            stir(bench, &state, run % 4 == 0 ? 15 : (uint32_t)run % 8);
            check_predictions(bench, &state, run);
            free(bench);
        }
    }
    return 0;
}
