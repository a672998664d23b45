/* SPDX-License-Identifier: MIT
 * The address space ends before the machine that lies in it.
 * @cpu: qemu32,+svm
 * @swap: 0
 */
#include "tests/virt/stage-vm.h"

KTEST(process_ends_first)
{
    struct baseline base = baseline_take();
    size_t tables = palloc_count(PAGE_TABLE), heap = palloc_count(PAGE_HEAP);
    struct aspace *as = stage_aspace(STAGE_PAGES);
    stage_machine(as, &mmu_vtlb);
    for (unsigned i = 0; i < STAGE_PAGES; i++)
        stage_touch(i * PGSIZE, PF_WRITE);
    for (unsigned i = 0; i < STAGE_PAGES; i++)
        stage_cpu_sets(i * PGSIZE, PTE_A | PTE_D);
    aspace_destroy(as);
    KTEST_ASSERT(stage_vm.aspace == NULL && stage_spte(0) == 0);
    KTEST_ASSERT(stage_guest_fault(0, 0) == -EFAULT);
    uint32_t value;
    KTEST_ASSERT(gmem_read(&stage_vm, 0, &value, 4) == -EFAULT);
    stage_machine_end();
    baseline_expect(&base);
    KTEST_ASSERT(palloc_count(PAGE_TABLE) == tables);
    KTEST_ASSERT(palloc_count(PAGE_HEAP) <= heap + 1); /* The heap keeps a page of a class. */
}
