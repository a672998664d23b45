/* SPDX-License-Identifier: MIT
 * The process forks: guest pages become read-only, and a write by the guest gets it a copy of its
 * own, which the child does not see.
 * @cpu: qemu32,+svm
 * @swap: 0
 */
#include "tests/virt/stage-vm.h"

KTEST(notify_fork)
{
    stage_swap();
    struct aspace *as = stage_aspace(STAGE_PAGES), *child;
    stage_machine(as, &mmu_vtlb);
    stage_fill(as, 3, 0x33330000);
    stage_touch(0x3000, PF_WRITE);
    stage_cpu_sets(0x3000, PTE_A | PTE_D);
    KTEST_ASSERT(!stage_enter());
    KTEST_ASSERT(aspace_fork(as, &child) == 0);
    stage_expect_rights(0x3000, PTE_P | PTE_U);
    KTEST_ASSERT(stage_enter());
    uint64_t before = stage_spte(0x3000);
    stage_touch(0x3000, PF_WRITE);
    stage_expect_rights(0x3000, PTE_P | PTE_W | PTE_U);
    KTEST_ASSERT(stage_spte(0x3000) >> PGBITS != before >> PGBITS);
    stage_poke(0x3000, 0x99999999, 4);
    stage_expect(child, 3, 0x33330000);
    KTEST_ASSERT(stage_peek(0x3000, 4) == 0x99999999);
    aspace_destroy(child);
    stage_machine_end();
    aspace_destroy(as);
}
