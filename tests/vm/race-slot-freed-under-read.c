/* SPDX-License-Identifier: MIT
 * A page is unmapped while it is read from swap: its slot is not given to another page before the
 * read has ended, and comes back afterwards.
 * @swap: 0
 */
#include "tests/vm/stage.h"

KTEST(race_slot_freed_under_read)
{
    stage_swap();
    struct baseline base = baseline_take();
    struct aspace *as = stage_aspace(1);
    stage_fill(as, 0, 0x22220000);
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    struct actor faulter = {.act = act_fault, .as = as};
    gate_close();
    actor_start(&faulter);
    gate_wait();
    KTEST_ASSERT(aspace_unmap(as, STAGE_BASE) == 0);
    if (swap_free_slots() == base.slots)
        fail("the slot was freed while it was being read");
    gate_open();
    actor_join(&faulter);
    KTEST_ASSERT(faulter.result == -EFAULT);
    baseline_expect(&base);
    aspace_destroy(as);
}
