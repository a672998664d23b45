/* SPDX-License-Identifier: MIT
 * A fault on a page that is being written to swap waits for the write, and the page then stays;
 * another one leaves in its place.
 * @swap: 0
 */
#include "tests/vm/stage.h"

KTEST(race_fault_on_evicting)
{
    stage_swap();
    struct aspace *as = stage_aspace(2);
    stage_fill(as, 0, 0xabcd0000);
    stage_fill(as, 1, 0xbcde0000);
    struct actor evictor = {.act = act_evict}, faulter = {.act = act_fault, .as = as};
    gate_close();
    actor_start(&evictor);
    gate_wait();
    actor_start(&faulter);
    actor_expect_waiting(&faulter, "the fault did not wait for the write");
    gate_open();
    actor_join(&faulter);
    KTEST_ASSERT(faulter.result == 0);
    stage_expect(as, 0, 0xabcd0000);
    KTEST_ASSERT(stage.reads == 0); /* It never left. */
    actor_join(&evictor);
    KTEST_ASSERT(evictor.result == 0);
    KTEST_ASSERT(stage_page(as, 1)->state == MPAGE_ABSENT);
    aspace_destroy(as);
}
