/* SPDX-License-Identifier: MIT
 * A guest page that the host evicts: its leaf goes before, with a flush, and what the guest wrote
 * comes back.
 * @cpu: qemu32,+svm
 * @swap: 0
 */
#include "tests/virt/stage-vm.h"

KTEST(notify_evict)
{
    stage_swap();
    struct aspace *as = stage_aspace(STAGE_PAGES);
    stage_machine(as, &mmu_vtlb);
    stage_touch(0x3000, PF_WRITE);
    stage_expect_rights(0x3000, PTE_P | PTE_W | PTE_U);
    uint32_t *data = frame_kva(&frames[stage_spte(0x3000) >> PGBITS]);
    data[5] = 0x5eed5eed; /* By the guest: only its leaf says so. */
    stage_cpu_sets(0x3000, PTE_A | PTE_D);
    KTEST_ASSERT(!stage_enter());
    struct mpage *page = stage_page(as, 3);
    lock_acquire(&vm_lock);
    page_test_and_clear_referenced(page);
    lock_release(&vm_lock);
    KTEST_ASSERT(stage_enter()); /* An accessed bit went: the CPU may remember it as set. */
    KTEST_ASSERT(stage_spte(0x3000) & PTE_D);
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    KTEST_ASSERT(stage_spte(0x3000) == 0);
    KTEST_ASSERT(stage_enter());
    KTEST_ASSERT(stage.writes == 1);
    KTEST_ASSERT(stage_vm.counters.notified == 1);
    if (stage_peek(0x3014, 4) != 0x5eed5eed)
        fail("it came back with 0x%08x", (unsigned)stage_peek(0x3014, 4));
    stage_touch(0x3000, 0);
    stage_expect_rights(0x3000, PTE_P | PTE_W | PTE_U);
    stage_machine_end();
    aspace_destroy(as);
}
