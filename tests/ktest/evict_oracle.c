/* SPDX-License-Identifier: MIT
 * The policies inside the kernel give the exact answers that they give on the host.
 */
#include "tests/ktest.h"
#include "tests/evict/sim.h"

static struct sim sim;

static void check(const char *what, const char *policy, size_t frames, uint64_t got, uint64_t want)
{
    if (got != want)
        fail("%s, %s, %u frames: %u faults, not %u", what, policy, (unsigned)frames, (unsigned)got,
             (unsigned)want);
}

static void check_belady(const char *policy, bool mark_at_load, uint64_t at_3, uint64_t at_4)
{
    check("Belady", policy, 3, sim_belady(&sim, policy, 3, mark_at_load), at_3);
    check("Belady", policy, 4, sim_belady(&sim, policy, 4, mark_at_load), at_4);
}

static void check_linear(const char *policy, size_t frames, uint64_t want)
{
    check("page-linear", policy, frames, sim_linear(&sim, policy, frames, 1), want);
}

KTEST(evict_oracle)
{
    static const size_t cyclic[] = {1, 128, 256, 382, 511};
    check_belady("fifo", true, 9, 10);
    check_belady("clock", true, 9, 10);
    check_belady("clock", false, 10, 8);
    for (size_t i = 0; i < sizeof cyclic / sizeof cyclic[0]; i++) {
        check_linear("fifo", cyclic[i], LINEAR_PASSES * LINEAR_PAGES);
        check_linear("clock", cyclic[i], LINEAR_PASSES * LINEAR_PAGES);
    }
    for (size_t i = 0; i < sizeof sim_random_answers / sizeof sim_random_answers[0]; i++)
        check_linear("random", sim_random_answers[i].frames, sim_random_answers[i].faults);
}
