/* SPDX-License-Identifier: MIT
 * The dirty log tells exactly which pages were written since last asked: by the guest, and by the
 * kernel for it.
 * @cpu: qemu32,+svm
 * @swap: 0
 */
#include "tests/virt/stage-vm.h"

#define BITMAP (STAGE_BASE + STAGE_PAGES * PGSIZE)

static uint32_t asked(struct aspace *as, unsigned word)
{
    struct vm_dirty request = {0, BITMAP};
    KTEST_ASSERT(vm_fault(as, BITMAP, true, 0) == 0);
    thread_current()->pagedir = aspace_pagedir(as);
    mmu_pagedir_activate(aspace_pagedir(as));
    KTEST_ASSERT(gmem_get_dirty(&stage_vm, &request) == 0);
    uint32_t bits = ((volatile uint32_t *)BITMAP)[word];
    thread_current()->pagedir = NULL;
    mmu_pagedir_activate(NULL);
    return bits;
}

static void expect_dirty(struct aspace *as, uint32_t bits)
{
    uint32_t found = asked(as, 0);
    if (found != bits)
        fail("dirty pages 0x%08x instead of 0x%08x", found, bits);
}

KTEST(dirty_log)
{
    struct aspace *as = stage_aspace(STAGE_PAGES + 1);
    stage_machine(as, &mmu_vtlb);
    stage_touch(0x1000, PF_WRITE);
    stage_slot(0, 0, STAGE_PAGES, STAGE_BASE, VM_SLOT_LOG_DIRTY);
    expect_dirty(as, 0);
    stage_touch(0x1000, 0);
    stage_touch(0x2000, 0);
    stage_expect_rights(0x1000, PTE_P | PTE_U);
    expect_dirty(as, 0);
    stage_touch(0x2000, PF_WRITE);
    stage_poke(0x5008, 1, 4);
    stage_expect_rights(0x2000, PTE_P | PTE_W | PTE_U);
    KTEST_ASSERT(!stage_enter());
    expect_dirty(as, 1u << 2 | 1u << 5);
    stage_expect_rights(0x2000, PTE_P | PTE_U);
    KTEST_ASSERT(stage_enter());
    expect_dirty(as, 0);
    KTEST_ASSERT(stage_peek(0x5008, 4) == 1);
    expect_dirty(as, 0);
    stage_touch(0x2ffc, PF_WRITE);
    stage_poke(0x6ffe, 0x11223344, 4); /* Over the end of a page. */
    expect_dirty(as, 1u << 2 | 1u << 6 | 1u << 7);
    stage_touch(33 * PGSIZE, PF_WRITE);
    KTEST_ASSERT(asked(as, 1) == 2);
    stage_slot(0, 0, STAGE_PAGES, STAGE_BASE, 0);
    stage_machine_end();
    aspace_destroy(as);
}
