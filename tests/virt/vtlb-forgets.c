/* SPDX-License-Identifier: MIT
 * What a vtlb forgets: one page at INVLPG, or the whole large page that it is part of; everything
 * at a load of CR3; and when it is full, it starts over.
 * @cpu: qemu32,+svm
 * @swap: 0
 */
#include "tests/virt/stage-vm.h"

#define PD 0x1000u
#define LARGE 0x400000u

static void expect_tree(unsigned tables)
{
    if (stage_vcpu.mmu.tree.tables != tables)
        fail("%u tables instead of %u", stage_vcpu.mmu.tree.tables, tables);
}

KTEST(vtlb_forgets)
{
    struct aspace *as = stage_aspace(STAGE_PAGES);
    stage_machine(as, &mmu_vtlb);
    for (unsigned i = 0; i < 1024; i++)
        stage_poke(PD + i * 4, PTE_P | PTE_W | PTE_U | PDE_PS, 4);
    stage_poke(PD, 0x2000 | PTE_P | PTE_W | PTE_U, 4);
    stage_poke(0x2000 + 7 * 4, 0x7000 | PTE_P | PTE_W | PTE_U, 4);
    stage_poke(0x2000 + 8 * 4, 0x8000 | PTE_P | PTE_W | PTE_U, 4);
    stage_paging(CR0_PG | CR0_WP, PD, CR4_PSE, 0);
    stage_touch(0x7000, PF_WRITE);
    stage_touch(0x8000, PF_WRITE);
    stage_touch(LARGE + 0x7123, PF_WRITE);
    stage_touch(LARGE + 0x8123, 0);
    expect_tree(2);
    KTEST_ASSERT(stage_peek(PD + 4, 4) & PTE_D);
    KTEST_ASSERT(stage_spte(LARGE + 0x7000) >> PGBITS == stage_spte(0x7000) >> PGBITS);
    stage_expect_rights(LARGE + 0x8000, PTE_P | PTE_W | PTE_U); /* The large page is dirty. */
    mmu_invlpg(&stage_vcpu, 0x7fff);
    KTEST_ASSERT(stage_enter());
    KTEST_ASSERT(stage_spte(0x7000) == 0 && stage_spte(0x8000) != 0);
    mmu_invlpg(&stage_vcpu, LARGE + 0x9000);
    KTEST_ASSERT(stage_spte(LARGE + 0x7000) == 0 && stage_spte(LARGE + 0x8000) == 0);
    expect_tree(1);
    stage_touch(0x7000, 0);
    KTEST_ASSERT(mmu_cr3_loaded(&stage_vcpu) == 0);
    KTEST_ASSERT(stage_enter());
    KTEST_ASSERT(stage_spte(0x7000) == 0);
    expect_tree(0);
    for (unsigned i = 1; i < 1024; i++)
        stage_touch(i * LARGE + 0x7000, 0);
    KTEST_ASSERT(stage_vcpu.mmu.tree.tables <= 64 && stage_spte(1023 * LARGE + 0x7000) != 0);
    stage_machine_end();
    aspace_destroy(as);
}
