/* SPDX-License-Identifier: MIT
 * For tests of virt/'s memory side without a guest: a machine and a virtual CPU that never runs.
 * Its memory is STAGE_PAGES pages of an address space; the test writes the guest's tables there,
 * faults on the guest's behalf, and then looks at the leaves that the CPU would walk, or sets their
 * bits as it would.
 */
#ifndef TESTS_VIRT_STAGE_VM_H
#define TESTS_VIRT_STAGE_VM_H

#include "tests/vm/stage.h"
#include "threads/interrupt.h"
#include "virt/vm.h"

#define STAGE_PAGES 64
#define CR0_WP (1u << 16)
#define CR0_PG (1u << 31)
#define CR4_PSE (1u << 4)
#define CR4_PAE (1u << 5)
#define EFER_NXE (1u << 11)

static struct vm stage_vm;
static struct vcpu stage_vcpu;
static struct walk stage_walk; /* Of the last fault. */

static inline void stage_slot(uint32_t slot, uint32_t gpa, uint32_t pages, uint32_t uaddr,
                              uint32_t flags)
{
    struct vm_slot s = {slot, flags, gpa, pages * PGSIZE, uaddr};
    KTEST_ASSERT(gmem_set_slot(&stage_vm, &s) == 0);
}

/* A machine over AS, all of whose pages are in slot 0, in MODE, with paging off. */
static inline void stage_machine(struct aspace *as, const struct mmu_mode *mode)
{
    stage_vm.aspace = as;
    stage_vm.mode = mode;
    lock_init(&stage_vm.slots_lock);
    list_init(&stage_vm.vcpus);
    KTEST_ASSERT(mmu_vm_init(&stage_vm) == 0);
    stage_vcpu.vm = &stage_vm;
    stage_vcpu.busy = true; /* By this thread. */
    list_push_back(&stage_vm.vcpus, &stage_vcpu.elem);
    KTEST_ASSERT(mmu_vcpu_init(&stage_vcpu) == 0);
    stage_slot(0, 0, STAGE_PAGES, STAGE_BASE, 0);
    KTEST_ASSERT(mmu_prepare(&stage_vcpu) == 0);
}

static inline void stage_machine_end(void)
{
    mmu_vcpu_end(&stage_vcpu);
    list_remove(&stage_vcpu.elem);
    mmu_vm_end(&stage_vm);
}

/* Enters the guest, as it were: was a flush due? */
static inline bool stage_enter(void)
{
    KTEST_ASSERT(mmu_prepare(&stage_vcpu) == 0);
    enum intr_level old = intr_disable();
    bool flush = mmu_enter(&stage_vcpu);
    intr_set_level(old);
    return flush;
}

/* The guest turns on paging, with its directory at CR3. */
static inline void stage_paging(uint32_t cr0, uint32_t cr3, uint32_t cr4, uint64_t efer)
{
    stage_vcpu.cr0 = cr0;
    stage_vcpu.cr3 = cr3;
    stage_vcpu.cr4 = cr4;
    stage_vcpu.efer = efer;
    mmu_context_changed(&stage_vcpu);
    KTEST_ASSERT(mmu_cr3_loaded(&stage_vcpu) == 0);
    stage_enter();
}

static inline void stage_poke(uint32_t gpa, uint64_t value, unsigned size)
{
    KTEST_ASSERT(gmem_write(&stage_vm, gpa, &value, size) == 0);
}

static inline uint64_t stage_peek(uint32_t gpa, unsigned size)
{
    uint64_t value = 0;
    KTEST_ASSERT(gmem_read(&stage_vm, gpa, &value, size) == 0);
    return value;
}

/* The result of a fault. */
static inline int stage_guest_fault(uint32_t gva, uint32_t error)
{
    KTEST_ASSERT(mmu_prepare(&stage_vcpu) == 0);
    return mmu_fault(&stage_vcpu, gva, error, &stage_walk);
}

/* It must be let through. */
static inline void stage_touch(uint32_t gva, uint32_t error)
{
    int result = stage_guest_fault(gva, error);
    if (result != MMU_RESUME)
        fail("access %u to 0x%x gave %d (error %u)", error, gva, result, stage_walk.fault);
    stage_enter();
}

/* It must be the guest's own fault, with the error code EXPECTED. */
static inline void stage_refused(uint32_t gva, uint32_t error, uint32_t expected)
{
    int result = stage_guest_fault(gva, error);
    if (result != MMU_REFLECT || stage_walk.fault != expected)
        fail("access %u to 0x%x gave %d, error %u, not %u", error, gva, result, stage_walk.fault,
             expected);
}

/* The vtlb leaf for GVA, or 0. */
static inline spte_ref stage_leaf(uint32_t gva)
{
    struct mmu_tree *tree = &stage_vcpu.mmu.tree;
    return tree->root != NULL ? mmu_tree_leaf(tree, gva, false, NULL) : 0;
}

static inline uint64_t stage_spte(uint32_t gva)
{
    spte_ref leaf = stage_leaf(gva);
    return leaf != 0 ? spte_read(leaf) : 0;
}

/* Sets BITS (PTE_A, PTE_D) in it, as the CPU would. */
static inline void stage_cpu_sets(uint32_t gva, uint32_t bits)
{
    spte_ref leaf = stage_leaf(gva);
    KTEST_ASSERT(leaf != 0);
    *(uint32_t *)(leaf & ~SPTE_PAE) |= bits;
}

/* Fails unless GVA's leaf has exactly RIGHTS of PTE_P, PTE_W and PTE_U. */
static inline void stage_expect_rights(uint32_t gva, uint32_t rights)
{
    uint32_t has = stage_spte(gva) & (PTE_P | PTE_W | PTE_U);
    if (has != rights)
        fail("the leaf for 0x%x has rights %u, not %u", gva, has, rights);
}

#endif
