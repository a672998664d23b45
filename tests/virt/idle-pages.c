/* SPDX-License-Identifier: MIT
 * VM_IDLE: which pages of a slot were not referenced since they were marked, by the guest or the
 * kernel, whether the leaf that says so is still there or not; and VM_RECLAIM takes those first.
 * @cpu: qemu32,+svm
 * @swap: 0
 */
#include "tests/virt/stage-vm.h"

#define BITMAPS (STAGE_BASE + STAGE_PAGES * PGSIZE)

static void become(struct aspace *as)
{
    thread_current()->pagedir = as != NULL ? aspace_pagedir(as) : NULL;
    mmu_pagedir_activate(as != NULL ? aspace_pagedir(as) : NULL);
}

static void mark(void)
{
    struct vm_idle request = {.slot = 0, .action = VM_IDLE_MARK};
    KTEST_ASSERT(gmem_idle(&stage_vm, &request) == 0);
}

static void expect_idle(struct aspace *as, uint32_t resident, uint32_t idle)
{
    struct vm_idle request = {0, VM_IDLE_ASK, BITMAPS, BITMAPS + 64};
    KTEST_ASSERT(vm_fault(as, BITMAPS, true, 0) == 0);
    become(as);
    KTEST_ASSERT(gmem_idle(&stage_vm, &request) == 0);
    const volatile uint32_t *words = (void *)BITMAPS;
    uint32_t found_idle = words[0], found_resident = words[16];
    become(NULL);
    if (found_resident != resident || found_idle != idle)
        fail("resident 0x%x, idle 0x%x instead of 0x%x, 0x%x", found_resident, found_idle, resident,
             idle);
}

KTEST(idle_pages)
{
    stage_swap();
    struct aspace *as = stage_aspace(STAGE_PAGES + 1);
    stage_machine(as, &mmu_vtlb);
    for (unsigned i = 0; i < 8; i++)
        stage_touch(i * PGSIZE, PF_WRITE);
    stage_cpu_sets(0, PTE_A);
    mark();
    KTEST_ASSERT(stage_enter());
    expect_idle(as, 0xff, 0xff);
    stage_cpu_sets(1 * PGSIZE, PTE_A);
    stage_cpu_sets(2 * PGSIZE, PTE_A);
    mmu_invlpg(&stage_vcpu, 2 * PGSIZE);
    stage_poke(3 * PGSIZE, 1, 4);
    stage_peek(4 * PGSIZE, 4);
    expect_idle(as, 0xff, 0xe1);
    expect_idle(as, 0xff, 0xe1); /* To ask changes nothing. */
    mark();
    expect_idle(as, 0xff, 0xff);
    for (unsigned i = 4; i < 8; i++)
        stage_cpu_sets(i * PGSIZE, PTE_A);
    struct vm_reclaim reclaim = {.pages = 4};
    become(as);
    *(volatile uint32_t *)BITMAPS = 0; /* The page of the bitmaps is in use, too. */
    become(NULL);
    KTEST_ASSERT(gmem_reclaim(&stage_vm, &reclaim) == 0 && reclaim.done == 4);
    expect_idle(as, 0xf0, 0);
    stage_machine_end();
    aspace_destroy(as);
}
