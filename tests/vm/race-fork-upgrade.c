/* SPDX-License-Identifier: MIT
 * A process writes to a page in swap that it has alone, and forks while the page is being read: the
 * write gets a copy of its own, and the child keeps what was there before.
 * @swap: 0
 */
#include "tests/vm/stage.h"

static void act_write_fault(struct actor *a)
{
    a->result = vm_fault(a->as, stage_addr(a->page), true, 0);
}

KTEST(race_fork_upgrade)
{
    stage_swap();
    struct baseline base = baseline_take();
    struct aspace *parent = stage_aspace(1), *child;
    stage_fill(parent, 0, 0x12340000);
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    struct actor writer = {.act = act_write_fault, .as = parent};
    gate_close();
    actor_start(&writer);
    gate_wait();
    KTEST_ASSERT(aspace_fork(parent, &child) == 0);
    gate_open();
    actor_join(&writer);
    KTEST_ASSERT(writer.result == 0);
    if (stage_page(parent, 0) == stage_page(child, 0))
        fail("the write shares its page with the child");
    stage_fill(parent, 0, 0x56780000);
    stage_expect(child, 0, 0x12340000);
    stage_expect(parent, 0, 0x56780000);
    aspace_destroy(child);
    aspace_destroy(parent);
    baseline_expect(&base);
}
