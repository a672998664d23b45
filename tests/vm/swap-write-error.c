/* SPDX-License-Identifier: MIT
 * A swap disk that fails writes: the page stays where it is, with its data, and no slot is lost; a
 * disk that fails reads gives an error to the fault and nothing else.
 * @swap: 0
 */
#include "tests/vm/stage.h"

KTEST(swap_write_error)
{
    stage_swap();
    struct baseline base = baseline_take();
    struct aspace *as = stage_aspace(2);
    stage_fill(as, 0, 0x10000000);
    stage.fail = true;
    KTEST_ASSERT(pageout_one(FRAME_USER) == -ENOMEM);
    KTEST_ASSERT(swap_free_slots() == base.slots);
    stage_expect(as, 0, 0x10000000);
    stage.fail = false;
    stage_fill(as, 1, 0x20000000);
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    stage.fail = true;
    KTEST_ASSERT(vm_fault(as, stage_addr(1), false, 0) == -EIO);
    stage.fail = false;
    stage_expect(as, 1, 0x20000000);
    aspace_destroy(as);
    baseline_expect(&base);
}
