/* SPDX-License-Identifier: MIT
 * Of a page that two address spaces map, either one's accessed bit keeps clock from taking it, and
 * either one's dirty bit makes it dirty.
 * @swap: 0
 * @options: -evict=clock
 */
#include "tests/vm/stage.h"

static struct aspace *as[2];

/* Sets BITS as the CPU does when the process of SIDE uses PAGE. */
static void use(unsigned side, unsigned page, uint32_t bits)
{
    lock_acquire(&vm_lock);
    uint32_t *pte = pte_find(spt_find(as[side], stage_addr(page)));
    KTEST_ASSERT(pte != NULL && (*pte & PTE_P));
    *pte |= bits;
    lock_release(&vm_lock);
}

static void forget_use(struct mpage *page)
{
    lock_acquire(&vm_lock);
    page_test_and_clear_referenced(page);
    page_fold_dirty(page);
    page->dirty = false;
    KTEST_ASSERT(!page_referenced(page) && !page_is_dirty(page));
    lock_release(&vm_lock);
}

static void expect_bits(unsigned side, struct mpage *page)
{
    forget_use(page);
    use(side, 0, PTE_A | PTE_D);
    lock_acquire(&vm_lock);
    if (!page_is_dirty(page) || !page_referenced(page))
        fail("what side %u's entry says is not seen", side);
    if (!page_test_and_clear_referenced(page))
        fail("side %u's accessed bit is not taken", side);
    page_fold_dirty(page);
    KTEST_ASSERT(page->dirty && !page_referenced(page));
    lock_release(&vm_lock);
}

/* Of two pages, the one that SIDE used stays. */
static void expect_stays(unsigned side)
{
    struct mpage *pages[2] = {stage_page(as[0], 0), stage_page(as[0], 1)};
    for (unsigned i = 0; i < 2; i++)
        forget_use(pages[i]);
    use(side, 0, PTE_A);
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    if (pages[0]->state != MPAGE_RESIDENT || pages[1]->state != MPAGE_ABSENT)
        fail("the page that side %u used left", side);
    for (unsigned i = 0; i < 4; i++)
        KTEST_ASSERT(vm_fault(as[i / 2], stage_addr(i % 2), false, 0) == 0);
}

KTEST(mappers_all)
{
    stage_swap();
    as[0] = stage_aspace(2);
    stage_fill(as[0], 0, 0x10000);
    stage_fill(as[0], 1, 0x20000);
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0 && pageout_one(FRAME_USER) == 0);
    KTEST_ASSERT(aspace_fork(as[0], &as[1]) == 0);
    for (unsigned i = 0; i < 4; i++)
        KTEST_ASSERT(vm_fault(as[i / 2], stage_addr(i % 2), false, 0) == 0);
    struct mpage *page = stage_page(as[0], 0);
    KTEST_ASSERT(page == stage_page(as[1], 0));
    for (unsigned side = 0; side < 2; side++) {
        expect_bits(side, page);
        expect_stays(side);
    }
    aspace_destroy(as[0]);
    aspace_destroy(as[1]);
}
