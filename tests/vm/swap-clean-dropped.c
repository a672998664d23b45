/* SPDX-License-Identifier: MIT
 * A page that was swapped in and not written since leaves without a write, and a page never written
 * to at all without a slot.
 * @swap: 0
 */
#include "tests/vm/stage.h"

KTEST(swap_clean_dropped)
{
    stage_swap();
    struct baseline base = baseline_take();
    struct aspace *as = stage_aspace(1);
    KTEST_ASSERT(vm_fault(as, STAGE_BASE, false, 0) == 0);
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    KTEST_ASSERT(stage.writes == 0 && swap_free_slots() == base.slots);
    stage_fill(as, 0, 0xc1ea0000);
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    KTEST_ASSERT(stage.writes == 1);
    for (unsigned i = 1; i <= 3; i++) {
        stage_expect(as, 0, 0xc1ea0000);
        KTEST_ASSERT(stage.reads == i);
        KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
        KTEST_ASSERT(stage.writes == 1);
    }
    aspace_destroy(as);
    baseline_expect(&base);
}
