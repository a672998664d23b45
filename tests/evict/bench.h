/* SPDX-License-Identifier: MIT
 * An owner whose every answer a test sets, and which counts the questions; and the naive queue
 * beside it, driven by the same steps.
 */
#ifndef TESTS_EVICT_BENCH_H
#define TESTS_EVICT_BENCH_H

#include "tests/evict/check.h"
#include "tests/evict/naive.h"
#include "vm/evict/evict.h"

enum { BENCH_MAX = 8192 };

struct item {
    struct evict_entry entry; /* First: an entry's address is its item's. */
    bool pinned, marked, sticky;
};

struct bench {
    struct evict_set set;
    struct item item[BENCH_MAX];
    long may_calls, test_calls, referenced_calls, at_calls;
};

static inline bool bench_may_evict(void *ctx, struct evict_entry *entry)
{
    ((struct bench *)ctx)->may_calls++;
    return !((struct item *)entry)->pinned;
}

static inline bool bench_test_and_clear(void *ctx, struct evict_entry *entry)
{
    struct item *item = (struct item *)entry;
    bool was = item->marked;
    ((struct bench *)ctx)->test_calls++;
    item->marked = item->sticky && was;
    return was;
}

static inline bool bench_referenced(void *ctx, const struct evict_entry *entry)
{
    ((struct bench *)ctx)->referenced_calls++;
    return ((const struct item *)entry)->marked;
}

static inline struct evict_entry *bench_at(void *ctx, size_t index)
{
    struct bench *bench = ctx;
    bench->at_calls++;
    CHECK(index < bench->set.capacity, "at(%zu), but the array has %zu", index,
          bench->set.capacity);
    struct evict_entry *entry = index < BENCH_MAX ? &bench->item[index].entry : NULL;
    return entry != NULL && evict_entry_listed(entry) ? entry : NULL;
}

static const struct evict_owner bench_owner = {
    .may_evict = bench_may_evict,
    .test_and_clear_referenced = bench_test_and_clear,
    .referenced = bench_referenced,
    .at = bench_at,
};

static inline struct bench *bench_open(const char *policy, size_t capacity, uint64_t seed)
{
    struct bench *bench = calloc(1, sizeof *bench);
    CHECK(bench != NULL, "out of memory");
    CHECK(evict_policy_find(policy) != NULL, "no policy %s", policy);
    evict_set_init(&bench->set, evict_policy_find(policy), &bench_owner, bench, capacity, seed);
    return bench;
}

static inline void bench_insert(struct bench *bench, int id)
{
    evict_insert(&bench->set, &bench->item[id].entry, NULL);
}

static inline void bench_fill(struct bench *bench, int n)
{
    for (int id = 0; id < n; id++)
        bench_insert(bench, id);
}

static inline void bench_remove(struct bench *bench, int id)
{
    CHECK(evict_remove(&bench->set, &bench->item[id].entry, true) == 0, "a ghost word of %d", id);
}

static inline int bench_id(const struct bench *bench, const struct evict_entry *entry)
{
    return entry != NULL ? (int)((const struct item *)entry - bench->item) : NAIVE_NONE;
}

static inline int bench_choose(struct bench *bench)
{
    return bench_id(bench, evict_choose(&bench->set, 0, 1));
}

/* The ring is whole, has COUNT entries, and the hand is one of them or nothing. */
static inline void bench_check_ring(const struct bench *bench)
{
    const struct evict_entry *hand = bench->set.hand, *entry = hand;
    size_t n = 0;
    CHECK((hand == NULL) == (bench->set.count == 0), "hand %p, %zu entries", (const void *)hand,
          bench->set.count);
    if (hand == NULL)
        return;
    do {
        CHECK(entry->next != NULL, "the ring leads to entry %d, which is in no set",
              bench_id(bench, entry));
        CHECK(entry->next->prev == entry, "links broken at entry %d", bench_id(bench, entry));
        entry = entry->next;
        CHECK(++n <= bench->set.count, "the ring never comes back to the hand");
    } while (entry != hand);
    CHECK(n == bench->set.count, "%zu entries in the ring, counted %zu", n, bench->set.count);
}

#endif
