/* SPDX-License-Identifier: MIT
 * The audit of the debug build finds a swap slot that two pages take for theirs.
 * @builds: debug
 * @swap: 0
 * @expect: panic
 * @output: Kernel PANIC at vm/audit\.c:.*vm audit: .*2 slots found
 */
#include "tests/vm/stage.h"
#include "vm_audit.h"

KTEST(audit_slot_shared)
{
    stage_swap();
    struct aspace *as = stage_aspace(2);
    stage_fill(as, 0, 0x11110000);
    stage_fill(as, 1, 0x22220000);
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0 && pageout_one(FRAME_USER) == 0);
    struct mpage *first = stage_page(as, 0), *second = stage_page(as, 1);
    lock_acquire(&vm_lock);
    vm_audit();
    swap_free(second->place);
    second->place = first->place;
    vm_audit();
    fail("the audit found nothing wrong");
}
