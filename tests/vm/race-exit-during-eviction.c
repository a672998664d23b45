/* SPDX-License-Identifier: MIT
 * A process ends while its page is being written: its frame stays until the write is over, then
 * frame and slot come back.
 * @swap: 0
 */
#include "tests/vm/stage.h"

KTEST(race_exit_during_eviction)
{
    stage_swap();
    struct baseline base = baseline_take();
    struct aspace *as = stage_aspace(1);
    stage_fill(as, 0, 0x44440000);
    struct actor evictor = {.act = act_evict};
    gate_close();
    actor_start(&evictor);
    gate_wait();
    aspace_destroy(as);
    if (palloc_count(PAGE_USER) == base.user)
        fail("the frame was freed while it was being written");
    gate_open();
    actor_join(&evictor);
    KTEST_ASSERT(evictor.result == 0);
    baseline_expect(&base);
}
