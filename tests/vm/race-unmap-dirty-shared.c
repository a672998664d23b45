/* SPDX-License-Identifier: MIT
 * The last unmapping of a shared page that only its D bit says is dirty: the data reaches the disk.
 * @swap: 0
 */
#include "tests/vm/stage-file.h"

KTEST(race_unmap_dirty_shared)
{
    stage_file_init();
    struct baseline base = baseline_take();
    struct aspace *as = stage_map_file(1, REGION_SHARED);
    KTEST_ASSERT(vm_fault(as, STAGE_BASE, true, 0) == 0);
    thread_current()->pagedir = aspace_pagedir(as);
    mmu_pagedir_activate(aspace_pagedir(as));
    *(volatile uint32_t *)STAGE_BASE = 0x5eed5eed; /* As the process would: the CPU sets D. */
    thread_current()->pagedir = NULL;
    mmu_pagedir_activate(NULL);
    KTEST_ASSERT(aspace_unmap(as, STAGE_BASE) == 0);
    KTEST_ASSERT(palloc_count(PAGE_CACHE) == base.cache + 1);
    KTEST_ASSERT(vobj_sync(&stage_file) == 0);
    if (*(uint32_t *)stage.slot[0] != 0x5eed5eed)
        fail("the disk has 0x%08x", *(uint32_t *)stage.slot[0]);
    vobj_discard(&stage_file, 0);
    aspace_destroy(as);
    KTEST_ASSERT(stage_file_refs == 0);
    baseline_expect(&base);
}
