/* SPDX-License-Identifier: MIT
 * Inserts, removals, pins and marks at random: each choice, and each counter, as the oracle's.
 *
 * @sources: vm/evict/evict.c vm/evict/clock.c vm/evict/fifo.c vm/evict/random.c
 */
#include "tests/evict/bench.h"

enum { ITEMS = 48, STEPS = 6000, RUNS = 24 };

struct pair {
    struct bench *bench;
    struct naive naive;
    bool clock;
    int run, step;
};

static void compare_counters(const struct pair *p)
{
    const struct evict_counters *c = &p->bench->set.counters;
    CHECK((long)c->scans == p->naive.scans, "run %d step %d: %ld scans, oracle %ld", p->run,
          p->step, (long)c->scans, p->naive.scans);
    CHECK((long)c->second_chances == p->naive.chances,
          "run %d step %d: %ld second chances, oracle %ld", p->run, p->step,
          (long)c->second_chances, p->naive.chances);
    CHECK((long)c->fifo_fallbacks == p->naive.fallbacks,
          "run %d step %d: %ld fallbacks, oracle %ld", p->run, p->step, (long)c->fifo_fallbacks,
          p->naive.fallbacks);
}

/* Returns the victim, or NAIVE_NONE. */
static int step_choose(struct pair *p)
{
    int got = bench_choose(p->bench);
    int want = p->clock ? naive_choose_clock(&p->naive) : naive_choose_fifo(&p->naive);
    CHECK(got == want, "%s, run %d step %d, %zu entries: chose %d, oracle %d",
          p->clock ? "clock" : "fifo", p->run, p->step, p->bench->set.count, got, want);
    compare_counters(p);
    return got;
}

static void step_toggle_member(struct pair *p, int id)
{
    if (evict_entry_listed(&p->bench->item[id].entry)) {
        bench_remove(p->bench, id);
        naive_remove(&p->naive, id);
    } else {
        bench_insert(p->bench, id);
        naive_insert(&p->naive, id);
    }
}

/* A victim leaves, and most often another comes in its place. */
static void step_evict(struct pair *p, uint32_t *state)
{
    int victim = step_choose(p);
    if (victim == NAIVE_NONE)
        return;
    step_toggle_member(p, victim);
    int id = (int)case_below(state, ITEMS);
    if (!evict_entry_listed(&p->bench->item[id].entry))
        step_toggle_member(p, id);
}

static void step(struct pair *p, uint32_t *state)
{
    int id = (int)case_below(state, ITEMS);
    struct item *item = &p->bench->item[id];
    uint32_t what = case_below(state, 16);

    if (what == 0 || (what < 5 && !evict_entry_listed(&item->entry)))
        step_toggle_member(p, id);
    else if (what < 9)
        item->marked = p->naive.marked[id] = true;
    else if (what < 11)
        item->pinned = p->naive.pinned[id] = case_below(state, 3) == 0;
    else if (what < 12)
        item->sticky = p->naive.sticky[id] = case_below(state, 4) == 0;
    else if (what < 13)
        step_choose(p);
    else
        step_evict(p, state);
    bench_check_ring(p->bench);
}

/* Every entry marked for good, or pinned: what a run by chance never reaches. */
static void corner(struct pair *p, bool pin)
{
    for (int id = 0; id < ITEMS; id++) {
        struct item *item = &p->bench->item[id];
        item->pinned = p->naive.pinned[id] = pin;
        item->marked = p->naive.marked[id] = true;
        item->sticky = p->naive.sticky[id] = true;
    }
    for (int i = 0; i < 3; i++)
        step_choose(p);
    for (int id = 0; id < ITEMS; id++) {
        p->bench->item[id].pinned = p->naive.pinned[id] = false;
        p->bench->item[id].sticky = p->naive.sticky[id] = false;
    }
}

static void run(int number, bool clock)
{
    uint32_t state = 77 + (uint32_t)number;
    struct pair p = {.run = number, .clock = clock};
    size_t sizes = 0;
    p.bench = bench_open(clock ? "clock" : "fifo", ITEMS, 1);
    for (p.step = 0; p.step < STEPS; p.step++) {
        step(&p, &state);
        if (p.step % 500 == 499)
            corner(&p, p.step % 1000 == 999);
        sizes += p.bench->set.count;
    }
    CHECK(sizes / STEPS > ITEMS / 4, "run %d: the set is too small to tell, %zu on average", number,
          sizes / STEPS);
    CHECK(!clock || (p.naive.fallbacks > 0 && p.naive.chances > STEPS / 4),
          "run %d: %ld fallbacks and %ld second chances are too few to tell", number,
          p.naive.fallbacks, p.naive.chances);
    free(p.bench);
}

int main(void)
{
    for (int number = 0; number < RUNS; number++) {
        run(number, true);
        run(number, false);
    }
    return 0;
}
