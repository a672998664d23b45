/* SPDX-License-Identifier: MIT
 * The host's clock hears of the guest's accesses: by the leaf's accessed bit, and by the frame when
 * the leaf has gone.
 * @cpu: qemu32,+svm
 * @swap: 0
 */
#include "tests/virt/stage-vm.h"

KTEST(notify_accessed)
{
    struct aspace *as = stage_aspace(STAGE_PAGES);
    stage_machine(as, &mmu_vtlb);
    stage_touch(0x3000, 0);
    stage_cpu_sets(0x3000, PTE_A);
    const struct mpage *page = stage_page(as, 3);
    lock_acquire(&vm_lock);
    KTEST_ASSERT(page_referenced(page));
    KTEST_ASSERT(stage_spte(0x3000) & PTE_A);
    KTEST_ASSERT(page_test_and_clear_referenced((struct mpage *)page));
    KTEST_ASSERT(!(stage_spte(0x3000) & PTE_A));
    KTEST_ASSERT(!page_referenced(page));
    lock_release(&vm_lock);
    stage_cpu_sets(0x3000, PTE_A | PTE_D);
    mmu_invlpg(&stage_vcpu, 0x3000);
    KTEST_ASSERT(stage_spte(0x3000) == 0);
    lock_acquire(&vm_lock);
    if (!page_referenced(page))
        fail("a leaf that went took its accessed bit with it");
    if (!page->dirty)
        fail("a leaf that went took its dirty bit with it");
    lock_release(&vm_lock);
    stage_machine_end();
    aspace_destroy(as);
}
