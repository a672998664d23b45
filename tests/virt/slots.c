/* SPDX-License-Identifier: MIT
 * What slots are refused, and what a change of slots does to what was made of the old ones.
 * @cpu: qemu32,+svm
 * @swap: 0
 */
#include "tests/virt/stage-vm.h"

static int try(uint32_t slot, uint32_t flags, uint32_t gpa, uint32_t size, uint32_t uaddr)
{
    struct vm_slot s = {slot, flags, gpa, size, uaddr};
    return gmem_set_slot(&stage_vm, &s);
}

static void expect_refused(void)
{
    KTEST_ASSERT(try(VM_SLOTS, 0, 0x100000, 0x1000, STAGE_BASE) == -EINVAL);
    KTEST_ASSERT(try(1, 4, 0x100000, 0x1000, STAGE_BASE) == -EINVAL);
    KTEST_ASSERT(try(1, 0, 0x100800, 0x1000, STAGE_BASE) == -EINVAL);
    KTEST_ASSERT(try(1, 0, 0x100000, 0x1800, STAGE_BASE) == -EINVAL);
    KTEST_ASSERT(try(1, 0, 0x100000, 0x1000, STAGE_BASE + 4) == -EINVAL);
    KTEST_ASSERT(try(1, 0, 0xfffff000, 0x2000, STAGE_BASE) == -EINVAL);
    KTEST_ASSERT(try(1, 0, 0x100000, 0x2000, 0xbffff000) == -EINVAL);
    KTEST_ASSERT(try(1, 0, 0x100000, 0x1000, 0xc0000000) == -EINVAL);
    KTEST_ASSERT(try(1, 0, 0x100000, 0xfffff000, 0x1000) == -EINVAL);
    KTEST_ASSERT(try(1, 0, (STAGE_PAGES - 1) * PGSIZE, 0x2000, STAGE_BASE) == -EEXIST);
    KTEST_ASSERT(try(1, 0, 0, 0x1000, STAGE_BASE) == -EEXIST);
}

static void expect_memory(uint32_t gpa, uint32_t error, int result)
{
    KTEST_ASSERT(stage_guest_fault(gpa, error) == result);
    KTEST_ASSERT(result != MMU_MEMORY || stage_walk.gfn == gpa >> PGBITS);
    stage_enter();
}

KTEST(slots)
{
    struct aspace *as = stage_aspace(STAGE_PAGES);
    stage_machine(as, &mmu_vtlb);
    expect_refused();
    KTEST_ASSERT(try(7, 0, 0xfffff000, 0x1000, STAGE_BASE + 0x1000) == 0);
    stage_poke(0x1ffc, 0x12345678, 4);
    KTEST_ASSERT(stage_peek(0xfffffffc, 4) == 0x12345678);
    uint64_t value;
    KTEST_ASSERT(gmem_read(&stage_vm, 0xfffffffc, &value, 8) == -ENXIO);
    KTEST_ASSERT(gmem_read(&stage_vm, 0x100000000ull, &value, 8) == -ENXIO);
    expect_memory(0xfffff000, PF_WRITE, MMU_RESUME);
    expect_memory(STAGE_PAGES * PGSIZE, 0, MMU_MEMORY);
    KTEST_ASSERT(try(7, VM_SLOT_READONLY, 0xfffff000, 0x1000, STAGE_BASE + 0x1000) == 0);
    KTEST_ASSERT(!stage_vcpu.mmu.root_valid && stage_spte(0xfffff000) == 0);
    expect_memory(0xfffff000, 0, MMU_RESUME);
    stage_expect_rights(0xfffff000, PTE_P | PTE_U);
    expect_memory(0xfffff000, PF_WRITE, MMU_MEMORY);
    KTEST_ASSERT(gmem_write(&stage_vm, 0xfffff000, &value, 8) == -ENXIO);
    KTEST_ASSERT(try(7, 0, 0xfffff000, 0, 0) == 0);
    expect_memory(0xfffff000, 0, MMU_MEMORY);
    /* Memory that its process does not have. */
    KTEST_ASSERT(try(7, 0, 0xfffff000, 0x1000, STAGE_BASE + STAGE_PAGES * PGSIZE) == 0);
    expect_memory(0xfffff000, 0, -EFAULT);
    KTEST_ASSERT(gmem_read(&stage_vm, 0xfffff000, &value, 8) == -EFAULT);
    stage_machine_end();
    aspace_destroy(as);
}
