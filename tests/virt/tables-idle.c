/* SPDX-License-Identifier: MIT
 * What a machine gives back, in each mode: kits of virtual CPUs that no thread has, then tables,
 * all of an idle one, and of one that runs all but what an instruction may need.  It makes them
 * again. Its pages go with its address space from group to group, stay with a group that it leaves
 * behind, and are all gone in the end.
 * @cpu: max
 * @swap: 0
 */
#include "tests/virt/stage-vm.h"
#include "tests/vm/stage-group.h"
#include "virt/vmcb.h"

#define REGION (1u << 22) /* Each needs a table of its own. */
#define REGIONS 40u

static struct aspace_notifier *const kept = &stage_vm.notifier;

static void read_everywhere(uint32_t regions)
{
    for (uint32_t i = 0; i < regions; i++) {
        stage_vcpu.vmcb->rip++;
        stage_touch(i * REGION, 0);
    }
}

/* Takes pages until the machine has none to spare.  Returns how many are left. */
static size_t shrink(void)
{
    bool idle = false;
    lock_acquire(&vm_lock);
    while (kept->ops->spare(kept, &idle) > 0) {
        size_t before = kept->pages;
        kept->ops->shrink(kept);
        KTEST_ASSERT(kept->pages < before);
    }
    lock_release(&vm_lock);
    return kept->pages;
}

/* How many pages could be promised now? */
static size_t promises(void)
{
    size_t pages = palloc_frames_total();
    while (!commit_reserve(pages))
        pages--;
    commit_release(pages);
    return pages;
}

/* What is kept by a machine that could give it back does not count against promises. */
static void expect_promises(size_t before)
{
    stage_vcpu.busy = false;
    size_t now = promises();
    if (now + 4 < before)
        fail("%zu pages could be promised, %zu before", now, before);
    stage_vcpu.busy = true;
}

/* The same memory in each REGION: by slots, of which there are few, and by the guest's tables. */
static void map_regions(bool nested)
{
    if (nested) {
        for (uint32_t i = 1; i < VM_SLOTS; i++)
            stage_slot(i, i * REGION, STAGE_PAGES, STAGE_BASE, 0);
        return;
    }
    for (uint32_t i = 0; i < REGIONS; i++) {
        stage_poke(0x1000 + i * 4, (2 + i) << PGBITS | PTE_P | PTE_A, 4);
        stage_poke((2 + i) << PGBITS, PTE_P | PTE_A, 4);
    }
    stage_paging(CR0_PG | CR0_WP, 0x1000, 0, 0);
}

static void try(const struct mmu_mode *mode, struct page_group *group, bool nested)
{
    struct aspace *as = stage_member(group, STAGE_PAGES);
    uint32_t regions = nested ? VM_SLOTS : REGIONS;
    memset(&stage_vm, 0, sizeof stage_vm);
    memset(&stage_vcpu, 0, sizeof stage_vcpu);
    stage_vcpu.vmcb = palloc_get_page(PAL_ASSERT | PAL_ZERO);
    stage_machine(as, mode);
    map_regions(nested);
    size_t could = promises();
    for (int i = 0; i < 2; i++) {
        read_everywhere(regions);
        stage_audit();
        expect_promises(could);
        size_t all = kept->pages, tables = mode->tables(&stage_vm);
        KTEST_ASSERT(tables >= regions);
        size_t busy = shrink();
        KTEST_ASSERT(all - busy == (nested ? 0 : tables - MMU_TABLES_MIN));
        stage_audit();
        stage_vcpu.busy = false;
        size_t idle = shrink();
        KTEST_ASSERT(mode->tables(&stage_vm) == 0 && stage_vcpu.mmu.kit.count == 0);
        KTEST_ASSERT(idle <= 2 && stage_vm.counters.shrunk >= tables); /* The map; a root. */
        stage_vcpu.busy = true;
    }
    read_everywhere(regions);
    struct page_group below;
    page_group_init(&below, group, 1000, PAGE_GROUP_UNLIMITED);
    page_group_move(as, &below);
    KTEST_ASSERT(below.resident >= kept->pages && group->resident == below.resident);
    stage_audit();
    aspace_destroy(as);
    KTEST_ASSERT(below.resident == kept->pages && kept->pages > 0);
    page_group_destroy(&below);
    KTEST_ASSERT(group->resident == kept->pages);
    stage_audit();
    stage_machine_end();
    KTEST_ASSERT(group->resident == 0);
    palloc_free_page(stage_vcpu.vmcb);
}

KTEST(tables_idle)
{
    struct page_group group;
    page_group_init(&group, NULL, 1000, PAGE_GROUP_UNLIMITED);
    try(&mmu_vtlb, &group, false);
    try(&mmu_cache, &group, false);
    try(&mmu_npt, &group, true);
    page_group_destroy(&group);
}
