/* SPDX-License-Identifier: MIT
 * The guest's tables as they are read: PSE with 40-bit addresses, PAE, no-execute, reserved bits.
 * (virt/guest/access tries every combination; this is what it cannot reach, and error codes that
 * emulators get wrong.)
 * @cpu: max
 * @swap: 0
 */
#include "tests/virt/stage-vm.h"

#define PD 0x1000u
#define PT 0x2000u
#define ALL (PTE_P | PTE_W | PTE_U)
#define NX (1ull << 63)
#define RESERVED (PF_RESERVED | PF_PRESENT)

static void pse(void)
{
    stage_poke(PD + 4, ALL | PDE_PS | 1u << 13, 4); /* At 4 GB. */
    stage_poke(PD + 8, ALL | PDE_PS | 1u << 21, 4);
    stage_paging(CR0_PG | CR0_WP, PD, CR4_PSE, 0);
    KTEST_ASSERT(stage_guest_fault(0x403456, PF_WRITE) == MMU_MEMORY);
    KTEST_ASSERT(stage_walk.gfn == 0x100003);
    stage_refused(0x800000, PF_USER | PF_FETCH, RESERVED | PF_USER);
    stage_paging(CR0_PG | CR0_WP, PD, 0, 0); /* Without PSE it leads to a table. */
    stage_refused(0xc00000, PF_WRITE, PF_WRITE);
}

static void pae_entry(uint64_t pde, uint64_t pte)
{
    stage_poke(PD, pde, 8);
    stage_poke(PT, pte, 8);
    mmu_invlpg(&stage_vcpu, 0);
    stage_enter();
}

static void pae(void)
{
    stage_poke(0x3020, PD | PTE_P, 8);
    stage_paging(CR0_PG | CR0_WP, 0x3020, CR4_PAE, 0);
    pae_entry(PT | ALL, 0x5000 | ALL | NX);
    stage_refused(0, PF_FETCH, RESERVED); /* Without NXE the bit is reserved. */
    stage_paging(CR0_PG | CR0_WP, 0x3020, CR4_PAE, EFER_NXE);
    stage_refused(0, PF_FETCH | PF_USER, PF_PRESENT | PF_FETCH | PF_USER);
    stage_touch(0x123, 0);
    KTEST_ASSERT((stage_spte(0) & SPTE_NX) && (stage_peek(PT, 8) & PTE_A));
    pae_entry(PT | ALL | 1ull << 60, 0x5000 | ALL);
    stage_refused(0, PF_WRITE, RESERVED | PF_WRITE);
    pae_entry(PT | ALL, 0x5000 | ALL | 1ull << walk_physical_bits);
    stage_refused(0, 0, RESERVED);
    KTEST_ASSERT(stage_peek(PD, 8) & PTE_A); /* It was on the way. */
    pae_entry(0x200000 | ALL | PDE_PS | 1u << 13, 0);
    stage_refused(0, 0, RESERVED);
    pae_entry(0 | ALL | PDE_PS, 0);
    stage_touch(0x7123, PF_WRITE);
    KTEST_ASSERT(stage_walk.gfn == 7 && stage_peek(PD, 8) == (ALL | PDE_PS | PTE_A | PTE_D));
    stage_refused(0x40000000, 0, 0);
    /* Directory pointers are read when CR3 is loaded, and then not. */
    stage_poke(0x3020, 0, 8);
    stage_touch(0x8123, PF_WRITE);
    stage_poke(0x3028, PTE_P | PTE_W, 8);
    KTEST_ASSERT(mmu_cr3_loaded(&stage_vcpu) == -EINVAL);
}

KTEST(walk_bits)
{
    struct aspace *as = stage_aspace(STAGE_PAGES);
    stage_machine(as, &mmu_vtlb);
    pse();
    pae();
    stage_machine_end();
    aspace_destroy(as);
}
