/* SPDX-License-Identifier: MIT
 * A page that the guest maps ten thousand times: all leaves are found and go, by the page or by the
 * table, in time that grows with their number and not with its square.
 * @cpu: qemu32,+svm
 * @swap: 0
 */
#include "tests/virt/stage-vm.h"

#define PD 0x1000u
#define PT 0x2000u
#define PAGE 0x5000u
#define TABLES 10u

static void map_all(void)
{
    for (uint32_t page = 0; page < TABLES * 1024; page++)
        stage_touch(page << PGBITS, PF_WRITE);
}

KTEST(rmap_thousands)
{
    stage_swap();
    struct aspace *as = stage_aspace(STAGE_PAGES);
    stage_machine(as, &mmu_vtlb);
    for (unsigned i = 0; i < TABLES; i++)
        stage_poke(PD + i * 4, PT | PTE_P | PTE_W | PTE_U, 4);
    for (unsigned i = 0; i < 1024; i++)
        stage_poke(PT + i * 4, PAGE | PTE_P | PTE_W | PTE_U, 4);
    stage_paging(CR0_PG | CR0_WP, PD, 0, 0);
    map_all();
    pfn_t pfn = stage_spte(PAGE) >> PGBITS;
    lock_acquire(&vm_lock);
    rmap_protect(&stage_vm, pfn);
    mmu_request_flush(&stage_vm);
    lock_release(&vm_lock);
    for (uint32_t page = 0; page < TABLES * 1024; page++)
        stage_expect_rights(page << PGBITS, PTE_P | PTE_U);
    size_t tables = palloc_count(PAGE_TABLE);
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0 && pageout_one(FRAME_USER) == 0 &&
                 pageout_one(FRAME_USER) == 0);
    KTEST_ASSERT(stage_vm.counters.notified == TABLES * 1024);
    for (uint32_t page = 0; page < TABLES * 1024; page++)
        KTEST_ASSERT(stage_spte(page << PGBITS) == 0);
    KTEST_ASSERT(palloc_count(PAGE_TABLE) + 20 <= tables); /* The lists' own pages are back. */
    map_all();
    int64_t start = timer_ticks();
    KTEST_ASSERT(mmu_cr3_loaded(&stage_vcpu) == 0);
    if (timer_elapsed(start) > 20)
        fail("it took %lld ticks to forget them", (long long)timer_elapsed(start));
    stage_machine_end();
    aspace_destroy(as);
}
