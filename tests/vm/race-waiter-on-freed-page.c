/* SPDX-License-Identifier: MIT
 * A fault waits for a page that is being written, and the page's region goes: the page outlives the
 * waiter's look at it, the fault finds that there is nothing there any more, nothing leaks.
 * @swap: 0
 */
#include "tests/vm/stage.h"

KTEST(race_waiter_on_freed_page)
{
    stage_swap();
    struct baseline base = baseline_take();
    struct aspace *as = stage_aspace(1);
    stage_fill(as, 0, 0x55550000);
    struct mpage *page = stage_page(as, 0);
    struct actor evictor = {.act = act_evict}, faulter = {.act = act_fault, .as = as};
    gate_close();
    actor_start(&evictor);
    gate_wait();
    actor_start(&faulter);
    actor_expect_waiting(&faulter, "the fault did not wait for the write");
    KTEST_ASSERT(aspace_unmap(as, STAGE_BASE) == 0);
    if (page->refs == 0)
        fail("the page that a fault waits for has no reference");
    gate_open();
    actor_join(&evictor);
    actor_join(&faulter);
    KTEST_ASSERT(faulter.result == -EFAULT);
    baseline_expect(&base);
    aspace_destroy(as);
}
