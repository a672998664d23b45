/* SPDX-License-Identifier: MIT
 * Known answers: Belady's string, and page-linear's buffer at every size, against the oracle too.
 *
 * @sources: vm/evict/evict.c vm/evict/clock.c vm/evict/fifo.c vm/evict/random.c
 */
#include "tests/evict/check.h"
#include "tests/evict/naive.h"
#include "tests/evict/sim.h"

static struct sim sim;

static void check_belady(int frames, int fifo, int clock_marked, int clock_unmarked, int opt)
{
    int ref[BELADY_LENGTH];
    for (int i = 0; i < BELADY_LENGTH; i++)
        ref[i] = (int)belady_string[i];
    int got = (int)sim_belady(&sim, "fifo", (size_t)frames, true);
    CHECK(got == fifo, "Belady at %d frames, fifo: %d faults, not %d", frames, got, fifo);
    got = (int)sim_belady(&sim, "clock", (size_t)frames, true);
    CHECK(got == clock_marked, "Belady at %d frames, clock: %d faults, not %d", frames, got,
          clock_marked);
    got = (int)sim_belady(&sim, "clock", (size_t)frames, false);
    CHECK(got == clock_unmarked, "Belady at %d frames, clock, no bit at load: %d faults, not %d",
          frames, got, clock_unmarked);
    CHECK(naive_fifo(ref, BELADY_LENGTH, frames) == fifo, "oracle's fifo");
    CHECK(naive_clock(ref, BELADY_LENGTH, frames, true) == clock_marked, "oracle's clock");
    CHECK(naive_clock(ref, BELADY_LENGTH, frames, false) == clock_unmarked, "oracle's clock");
    CHECK(naive_opt(ref, BELADY_LENGTH, frames) == opt, "oracle's opt");
}

static void check_linear_opt(int frames, int want)
{
    static int ref[LINEAR_PASSES * LINEAR_PAGES];
    for (int i = 0; i < LINEAR_PASSES * LINEAR_PAGES; i++)
        ref[i] = i % LINEAR_PAGES;
    int got = naive_opt(ref, LINEAR_PASSES * LINEAR_PAGES, frames);
    CHECK(got == want, "page-linear at %d frames, opt: %d faults, not %d", frames, got, want);
}

static void check_linear_cycle(size_t frames, uint64_t want)
{
    uint64_t fifo = sim_linear(&sim, "fifo", frames, 1);
    CHECK(fifo == want, "page-linear at %zu frames, fifo: %lu faults, not %lu", frames,
          (unsigned long)fifo, (unsigned long)want);
    uint64_t clock = sim_linear(&sim, "clock", frames, 1);
    CHECK(clock == want, "page-linear at %zu frames, clock: %lu faults, not %lu", frames,
          (unsigned long)clock, (unsigned long)want);
}

/* The published means are of other generators: a mean of 64 seeds within 1 %, each within 5 %. */
static void check_linear_random(size_t frames, double want)
{
    double sum = 0;
    for (uint64_t seed = 1; seed <= 64; seed++) {
        double faults = (double)sim_linear(&sim, "random", frames, seed);
        CHECK(faults > want * 0.95 && faults < want * 1.05,
              "page-linear at %zu frames, random, seed %d: %.0f faults, not about %.0f", frames,
              (int)seed, faults, want);
        sum += faults / 64;
    }
    printf("page-linear at %zu frames, random: %.1f faults (published: %.0f)\n", frames, sum, want);
    CHECK(sum > want * 0.99 && sum < want * 1.01,
          "page-linear at %zu frames, random: mean of 64 seeds %.1f, not about %.0f", frames, sum,
          want);
}

static void check_linear_seed_1(const struct sim_random_answer *want)
{
    uint64_t got = sim_linear(&sim, "random", want->frames, 1);
    CHECK(got == want->faults, "page-linear at %zu frames, random, seed 1: %lu faults, not %lu",
          want->frames, (unsigned long)got, (unsigned long)want->faults);
}

int main(void)
{
    check_belady(3, 9, 9, 10, 7);
    check_belady(4, 10, 10, 8, 6);
    check_linear_opt(128, 2048);
    check_linear_opt(256, 1536);
    check_linear_opt(382, 1032);
    for (size_t frames = 1; frames < LINEAR_PAGES; frames += frames < 8 ? 1 : 14)
        check_linear_cycle(frames, LINEAR_PASSES * LINEAR_PAGES);
    check_linear_cycle(LINEAR_PAGES - 1, LINEAR_PASSES * LINEAR_PAGES);
    check_linear_cycle(LINEAR_PAGES, LINEAR_PAGES);
    check_linear_random(128, 2518);
    check_linear_random(256, 2131);
    check_linear_random(382, 1434);
    for (size_t i = 0; i < sizeof sim_random_answers / sizeof sim_random_answers[0]; i++)
        check_linear_seed_1(&sim_random_answers[i]);
    return 0;
}
