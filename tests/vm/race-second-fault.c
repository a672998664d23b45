/* SPDX-License-Identifier: MIT
 * Two threads fault on one page: while the second, which only reads, is still on its way, the first
 * has its page, writes to it, and what says that it wrote must stay.
 * @swap: 0
 */
#include "tests/vm/stage.h"

KTEST(race_second_fault)
{
    stage_swap();
    struct aspace *as = stage_aspace(1);
    KTEST_ASSERT(vm_fault(as, STAGE_BASE, true, 0) == 0);
    thread_current()->pagedir = aspace_pagedir(as);
    mmu_pagedir_activate(aspace_pagedir(as));
    *(volatile uint32_t *)STAGE_BASE = 0x5eed5eed; /* As the process would: the CPU sets D. */
    thread_current()->pagedir = NULL;
    mmu_pagedir_activate(NULL);
    KTEST_ASSERT(vm_fault(as, STAGE_BASE, false, 0) == 0); /* The second thread's. */
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    KTEST_ASSERT(vm_fault(as, STAGE_BASE, false, 0) == 0);
    const uint32_t *data = frame_kva(stage_page(as, 0)->frame);
    if (*data != 0x5eed5eed)
        fail("it came back with 0x%08x", *data);
    aspace_destroy(as);
}
