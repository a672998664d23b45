/* SPDX-License-Identifier: MIT
 * CR0.WP = 0: a supervisor may write to a read-only page, which its user may still only read; and
 * the guest's own accessed and dirty bits.
 * @cpu: qemu32,+svm
 * @swap: 0
 */
#include "tests/virt/stage-vm.h"

#define PD 0x1000u
#define PT 0x2000u
#define PAGE 0x5000u

static uint32_t pte(void)
{
    return stage_peek(PT + 5 * 4, 4) & (PTE_A | PTE_D);
}

static void set_pte(uint32_t bits)
{
    stage_poke(PT + 5 * 4, PAGE | bits, 4);
    mmu_invlpg(&stage_vcpu, PAGE);
    stage_enter();
}

KTEST(vtlb_write_protect)
{
    struct aspace *as = stage_aspace(STAGE_PAGES);
    stage_machine(as, &mmu_vtlb);
    stage_poke(PD, PT | PTE_P | PTE_W | PTE_U, 4);
    set_pte(PTE_P | PTE_U);
    stage_paging(CR0_PG, PD, 0, 0);
    stage_touch(PAGE, PF_USER);
    stage_expect_rights(PAGE, PTE_P | PTE_U);
    KTEST_ASSERT(pte() == PTE_A && (stage_peek(PD, 4) & (PTE_A | PTE_D)) == PTE_A);
    stage_refused(PAGE, PF_USER | PF_WRITE | PF_PRESENT, PF_USER | PF_WRITE | PF_PRESENT);
    KTEST_ASSERT(pte() == PTE_A);
    stage_touch(PAGE, PF_WRITE | PF_PRESENT);
    stage_expect_rights(PAGE, PTE_P | PTE_W);
    KTEST_ASSERT(pte() == (PTE_A | PTE_D));
    KTEST_ASSERT(stage_guest_fault(PAGE, PF_USER | PF_PRESENT) == MMU_RESUME);
    stage_expect_rights(PAGE, PTE_P | PTE_U);
    KTEST_ASSERT(stage_enter()); /* The right to write went: not without a flush. */
    stage_refused(PAGE, PF_USER | PF_WRITE | PF_PRESENT, PF_USER | PF_WRITE | PF_PRESENT);
    stage_touch(PAGE, PF_WRITE | PF_PRESENT);

    stage_paging(CR0_PG | CR0_WP, PD, 0, 0);
    stage_refused(PAGE, PF_WRITE, PF_WRITE | PF_PRESENT);
    stage_touch(PAGE, 0);
    stage_expect_rights(PAGE, PTE_P | PTE_U);

    set_pte(PTE_P | PTE_W); /* Clean: not writable before its dirty bit is set. */
    stage_touch(PAGE, 0);
    stage_expect_rights(PAGE, PTE_P);
    KTEST_ASSERT(pte() == PTE_A);
    stage_touch(PAGE, PF_WRITE | PF_PRESENT);
    stage_expect_rights(PAGE, PTE_P | PTE_W);
    KTEST_ASSERT(pte() == (PTE_A | PTE_D));
    stage_machine_end();
    aspace_destroy(as);
}
