/* SPDX-License-Identifier: MIT
 * Three faults on one page in swap: one reads, the others wait for it, and all see the same frame.
 * @swap: 0
 */
#include "tests/vm/stage.h"

KTEST(race_two_loaders)
{
    stage_swap();
    struct baseline base = baseline_take();
    struct aspace *as = stage_aspace(1);
    stage_fill(as, 0, 0x11110000);
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    struct actor first = {.act = act_fault, .as = as}, second = {.act = act_fault, .as = as};
    struct actor third = {.act = act_fault, .as = as};
    gate_close();
    actor_start(&first);
    gate_wait();
    actor_start(&second);
    actor_start(&third);
    actor_expect_waiting(&second, "the second fault did not wait for the first one's read");
    gate_open();
    actor_join(&first);
    actor_join(&second);
    actor_join(&third);
    KTEST_ASSERT(first.result == 0 && second.result == 0 && third.result == 0);
    KTEST_ASSERT(stage.reads == 1);
    KTEST_ASSERT(palloc_count(PAGE_USER) == base.user + 1);
    stage_expect(as, 0, 0x11110000);
    aspace_destroy(as);
    baseline_expect(&base);
}
