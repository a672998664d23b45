/* SPDX-License-Identifier: MIT
 * The audit of the debug build finds a page with fewer references than mappers.
 * @builds: debug
 * @swap: 0
 * @expect: panic
 * @output: Kernel PANIC at vm/audit\.c:.*vm audit: .*page->refs >= mapper_count.* has 0 references
 */
#include "tests/vm/stage.h"
#include "vm_audit.h"

KTEST(audit_reference_lost)
{
    stage_swap();
    struct aspace *as = stage_aspace(2);
    stage_fill(as, 0, 0x11110000);
    stage_fill(as, 1, 0x22220000);
    struct mpage *page = stage_page(as, 0);
    lock_acquire(&vm_lock);
    vm_audit();
    page->refs--;
    vm_audit();
    fail("the audit found nothing wrong");
}
