/* SPDX-License-Identifier: MIT
 * With next to no memory, tables are given back and made anew, but for an instruction that needs
 * more of them than there can be a fault fails; with none at all any does, and later it does not.
 * @cpu: qemu32,+svm
 * @swap: 0
 */
#include "tests/virt/stage-vm.h"
#include "virt/vmcb.h"

static void *hoard; /* Pages, linked through themselves. */

static void take_all(void)
{
    for (void **page; (page = palloc_get_page(0)) != NULL; hoard = page)
        *page = hoard;
}

static void give_back(unsigned count)
{
    for (unsigned i = 0; i < count && hoard != NULL; i++) {
        void *page = hoard;
        hoard = *(void **)page;
        palloc_free_page(page);
    }
}

/* One instruction wants all the addresses, again and again. */
static void expect_end(void)
{
    int result = MMU_RESUME;
    stage_vcpu.vmcb->rip++;
    for (uint32_t i = 0; i < 1000 && result == MMU_RESUME; i++)
        result = stage_guest_fault((i % 200) << PDE_SHIFT | 0x3000, PF_WRITE);
    KTEST_ASSERT(result == -ENOMEM);
    stage_vcpu.vmcb->rip++;
    stage_touch(0x3000, PF_WRITE);
}

KTEST(tables_short)
{
    struct aspace *as = stage_aspace(STAGE_PAGES);
    stage_vcpu.vmcb = palloc_get_page(PAL_ASSERT | PAL_ZERO);
    stage_machine(as, &mmu_vtlb);
    for (unsigned i = 0; i < STAGE_PAGES; i++)
        stage_poke(i * PGSIZE, 0, 4);
    for (unsigned i = 0; i < 1024; i++)
        stage_poke(0x1000 + i * 4, PTE_P | PTE_W | PTE_U | PDE_PS, 4);
    stage_paging(CR0_PG | CR0_WP, 0x1000, CR4_PSE, 0);
    take_all();
    give_back(8);
    for (uint32_t i = 0; i < 200; i++) {
        stage_vcpu.vmcb->rip++;
        stage_touch(i << PDE_SHIFT | 0x3000, PF_WRITE);
    }
    KTEST_ASSERT(stage_vcpu.mmu.tree.tables < 20);
    expect_end();
    lock_acquire(&vm_lock);
    while (stage_vcpu.mmu.kit.count > 0)
        mmu_page_free(&stage_vm, mmu_kit_take(&stage_vcpu.mmu.kit));
    stage_vm.mode->zap_all(&stage_vm);
    mmu_request_flush(&stage_vm);
    lock_release(&vm_lock);
    take_all();
    KTEST_ASSERT(mmu_prepare(&stage_vcpu) == -ENOMEM);
    KTEST_ASSERT(mmu_fault(&stage_vcpu, 0x3000, 0, &stage_walk) == -ENOMEM);
    give_back(1000000);
    stage_touch(0x3000, PF_WRITE);
    stage_machine_end();
    palloc_free_page(stage_vcpu.vmcb);
    aspace_destroy(as);
}
