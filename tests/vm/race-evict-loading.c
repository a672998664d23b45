/* SPDX-License-Identifier: MIT
 * A page that is being read is nobody's victim, though it is the only one.
 * @swap: 0
 */
#include "tests/vm/stage.h"

KTEST(race_evict_loading)
{
    stage_swap();
    struct aspace *as = stage_aspace(1);
    stage_fill(as, 0, 0x33330000);
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    struct actor faulter = {.act = act_fault, .as = as};
    gate_close();
    actor_start(&faulter);
    gate_wait();
    if (pageout_one(FRAME_USER) != -EAGAIN)
        fail("a page was evicted while it was being loaded");
    gate_open();
    actor_join(&faulter);
    KTEST_ASSERT(faulter.result == 0);
    stage_expect(as, 0, 0x33330000);
    aspace_destroy(as);
}
