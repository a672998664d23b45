/* SPDX-License-Identifier: MIT
 * While one fault reads from the disk, faults that need no disk are resolved: on another page of
 * the same address space, and in another one.
 * @swap: 0
 */
#include "tests/vm/stage.h"

static void expect_done(struct actor *a, const char *what)
{
    for (int i = 0; i < 20 && !a->done; i++)
        timer_sleep(1);
    if (!a->done)
        fail("%s waits for another fault's read", what);
    KTEST_ASSERT(a->result == 0);
}

KTEST(fault_beside_read)
{
    stage_swap();
    struct aspace *as = stage_aspace(2), *other = stage_aspace(1);
    stage_fill(as, 0, 0x12340000);
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    struct actor reader = {.act = act_fault, .as = as};
    struct actor same = {.act = act_fault, .as = as, .page = 1};
    struct actor another = {.act = act_fault, .as = other};
    gate_close();
    actor_start(&reader);
    gate_wait();
    actor_start(&another);
    expect_done(&another, "a fault of another process");
    actor_start(&same);
    expect_done(&same, "a fault on another page");
    KTEST_ASSERT(!reader.done);
    gate_open();
    actor_join(&reader);
    stage_expect(as, 0, 0x12340000);
    aspace_destroy(as);
    aspace_destroy(other);
}
