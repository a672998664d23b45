/* SPDX-License-Identifier: MIT
 * A file's pages are discarded while a fault reads one of them: the discard waits for the read, and
 * the fault ends with the content of after the discard, not of before.
 * @swap: 0
 */
#include "tests/vm/stage-file.h"

static void act_discard(struct actor *a)
{
    vobj_discard(&stage_file, 0);
    memset(stage.slot[0], 0, PGSIZE); /* What a truncating file system would make it read as. */
}

KTEST(race_truncate_fault)
{
    stage_file_init();
    memset(stage.slot[0], 0x99, PGSIZE);
    struct baseline base = baseline_take();
    struct aspace *as = stage_map_file(1, REGION_SHARED);
    struct actor faulter = {.act = act_fault, .as = as}, discarder = {.act = act_discard};
    gate_close();
    actor_start(&faulter);
    gate_wait();
    actor_start(&discarder);
    actor_expect_waiting(&discarder, "the discard did not wait for the read");
    gate_open();
    actor_join(&discarder);
    actor_join(&faulter);
    KTEST_ASSERT(faulter.result == 0);
    KTEST_ASSERT(vm_fault(as, STAGE_BASE, false, 0) == 0);
    lock_acquire(&vm_lock);
    struct mpage *page = spt_find(as, STAGE_BASE)->page;
    KTEST_ASSERT(file_page(page)->vobj == &stage_file);
    const char *data = frame_kva(page->frame);
    if (*data != 0)
        fail("the fault mapped the discarded page");
    lock_release(&vm_lock);
    aspace_destroy(as);
    vobj_discard(&stage_file, 0);
    baseline_expect(&base);
}
