/* SPDX-License-Identifier: MIT
 * Random reference strings: the library's faults equal the oracle's, and none beats OPT.
 *
 * @sources: vm/evict/evict.c vm/evict/clock.c vm/evict/fifo.c vm/evict/random.c
 */
#include "tests/evict/check.h"
#include "tests/evict/naive.h"
#include "tests/evict/sim.h"

enum { LENGTH = 1500, STRINGS = 120 };

static struct sim sim;
static int ref[LENGTH];

/* Three in four references go to a quarter of the pages, which moves on now and then. */
static int make_string(uint32_t *state)
{
    int pages = 4 + (int)case_below(state, 60), hot = 0;
    for (int i = 0; i < LENGTH; i++) {
        if (case_below(state, 200) == 0)
            hot = (int)case_below(state, (uint32_t)pages);
        if (case_below(state, 4) != 0)
            ref[i] = (hot + (int)case_below(state, (uint32_t)pages / 4)) % pages;
        else
            ref[i] = (int)case_below(state, (uint32_t)pages);
    }
    return pages;
}

static int run(const char *policy, int frames, bool mark_at_load)
{
    sim_open(&sim, policy, (size_t)frames, 1, mark_at_load);
    for (int i = 0; i < LENGTH; i++)
        sim_touch(&sim, (uint32_t)ref[i]);
    return (int)sim.faults;
}

static void check_string(int string, int frames)
{
    int opt = naive_opt(ref, LENGTH, frames);
    int got = run("fifo", frames, true), want = naive_fifo(ref, LENGTH, frames);
    CHECK(got == want && got >= opt, "string %d, %d frames, fifo: %d faults, oracle %d, opt %d",
          string, frames, got, want, opt);
    for (int mark = 0; mark < 2; mark++) {
        got = run("clock", frames, mark != 0);
        want = naive_clock(ref, LENGTH, frames, mark != 0);
        CHECK(got == want && got >= opt,
              "string %d, %d frames, clock, bit at load %d: %d faults, oracle %d, opt %d", string,
              frames, mark, got, want, opt);
    }
    got = run("random", frames, true);
    CHECK(got >= opt, "string %d, %d frames, random: %d faults, opt %d", string, frames, got, opt);
}

int main(void)
{
    uint32_t state = 20261130;
    for (int string = 0; string < STRINGS; string++) {
        int pages = make_string(&state);
        check_string(string, 1 + (int)case_below(&state, (uint32_t)pages));
    }
    return 0;
}
