/* SPDX-License-Identifier: MIT
 * Unmapping and protecting a part of a region cuts it: what is beside it keeps its data and its
 * rights, and gaps are found where they are.
 * @swap: 0
 */
#include "tests/vm/stage.h"

static int touch(struct aspace *as, unsigned page, bool write)
{
    return vm_fault(as, stage_addr(page), write, 0);
}

static bool is_present_and_writable(struct aspace *as, unsigned page)
{
    lock_acquire(&vm_lock);
    const uint32_t *pte = pte_find(spt_find(as, stage_addr(page)));
    bool writable = pte != NULL && (*pte & PTE_P) && (*pte & PTE_W);
    lock_release(&vm_lock);
    return writable;
}

static void unmap_the_middle(struct aspace *as)
{
    KTEST_ASSERT(aspace_unmap_range(as, stage_addr(3), 2 * PGSIZE) == 0);
    KTEST_ASSERT(touch(as, 3, false) == -EFAULT && touch(as, 4, false) == -EFAULT);
    stage_expect(as, 2, 2 << 16);
    stage_expect(as, 5, 5 << 16);
    KTEST_ASSERT(aspace_find_gap(as, stage_addr(0), PGSIZE) == stage_addr(3));
    KTEST_ASSERT(aspace_find_gap(as, stage_addr(0), 3 * PGSIZE) == stage_addr(10));
    KTEST_ASSERT(aspace_find_gap(as, 0, PGSIZE) == MAP_BASE);
    KTEST_ASSERT(aspace_find_gap(as, 0, LOADER_PHYS_BASE) == 0);
}

static void protect_a_piece(struct aspace *as)
{
    KTEST_ASSERT(touch(as, 6, true) == 0);
    KTEST_ASSERT(aspace_protect(as, stage_addr(6), PGSIZE, REGION_PROT_READ) == 0);
    if (is_present_and_writable(as, 6))
        fail("the page directory still lets the page be written");
    KTEST_ASSERT(touch(as, 6, true) == -EFAULT && touch(as, 6, false) == 0);
    KTEST_ASSERT(touch(as, 5, true) == 0 && touch(as, 7, true) == 0);
    KTEST_ASSERT(aspace_protect(as, stage_addr(6), PGSIZE, 0) == 0);
    KTEST_ASSERT(touch(as, 6, false) == -EFAULT);
    KTEST_ASSERT(aspace_protect(as, stage_addr(6), PGSIZE, REGION_PROT_WRITE) == 0);
    stage_expect(as, 6, 6 << 16);
    KTEST_ASSERT(aspace_protect(as, stage_addr(2), 2 * PGSIZE, REGION_PROT_READ) == -ENOMEM);
    KTEST_ASSERT(touch(as, 2, true) == 0);
}

static void resize_the_end(struct aspace *as)
{
    KTEST_ASSERT(aspace_resize(as, stage_addr(7), 5 * PGSIZE) == 0);
    stage_fill(as, 11, 11 << 16);
    KTEST_ASSERT(aspace_resize(as, stage_addr(7), PGSIZE) == 0);
    KTEST_ASSERT(touch(as, 8, false) == -EFAULT);
    stage_expect(as, 7, 7 << 16);
    KTEST_ASSERT(aspace_resize(as, stage_addr(5), 3 * PGSIZE) == -EEXIST);
    KTEST_ASSERT(aspace_resize(as, stage_addr(3), PGSIZE) == -EINVAL);
}

KTEST(region_pieces)
{
    stage_swap();
    struct baseline base = baseline_take();
    size_t blocks = malloc_blocks();
    struct aspace *as = stage_aspace(10);
    for (unsigned i = 0; i < 10; i++)
        stage_fill(as, i, i << 16);
    unmap_the_middle(as);
    protect_a_piece(as);
    resize_the_end(as);
    KTEST_ASSERT(aspace_unmap_range(as, stage_addr(0), 0) == -EINVAL);
    KTEST_ASSERT(aspace_unmap_range(as, stage_addr(0) + 1, PGSIZE) == -EINVAL);
    KTEST_ASSERT(aspace_unmap_range(as, 0xbffff000, 0x2000) == -EINVAL);
    KTEST_ASSERT(aspace_unmap_range(as, PGSIZE, 0xb0000000) == 0);
    KTEST_ASSERT(as->upages == 0 && as->regions == NULL);
    aspace_destroy(as);
    baseline_expect(&base);
    KTEST_ASSERT(malloc_blocks() == blocks);
}
