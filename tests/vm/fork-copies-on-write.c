/* SPDX-License-Identifier: MIT
 * After a fork both sides see what was there; what one writes the other does not see; an untouched
 * page stays one frame; when one side is gone the other writes in place. Also for pages in swap.
 * @swap: 0
 * @matrix: jitter=0..10
 */
#include "tests/vm/stage.h"

static bool is_writable(struct aspace *as, unsigned page)
{
    lock_acquire(&vm_lock);
    const uint32_t *pte = pte_find(spt_find(as, stage_addr(page)));
    bool writable = pte != NULL && (*pte & PTE_P) && (*pte & PTE_W);
    lock_release(&vm_lock);
    return writable;
}

KTEST(fork_copies_on_write)
{
    stage_swap();
    struct baseline base = baseline_take();
    struct aspace *parent = stage_aspace(20), *child;
    for (unsigned i = 0; i < 4; i++)
        stage_fill(parent, i, i << 16);
    stage_fill(parent, 17, 0x170000);
    for (unsigned i = 0; i < 2; i++) /* Two of them are in swap. */
        KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    KTEST_ASSERT(is_writable(parent, 17));
    KTEST_ASSERT(aspace_fork(parent, &child) == 0);
    KTEST_ASSERT(!is_writable(parent, 17));
    for (unsigned i = 0; i < 4; i++) {
        stage_expect(child, i, i << 16);
        KTEST_ASSERT(stage_page(child, i) == stage_page(parent, i));
    }
    stage_expect(child, 17, 0x170000);
    stage_fill(child, 1, 0xc0000);
    stage_fill(parent, 2, 0xa0000);
    stage_expect(parent, 1, 1 << 16);
    stage_expect(child, 1, 0xc0000);
    stage_expect(parent, 2, 0xa0000);
    stage_expect(child, 2, 2 << 16);
    KTEST_ASSERT(stage_page(child, 3) == stage_page(parent, 3));
    KTEST_ASSERT(palloc_count(PAGE_USER) == base.user + 7);
    aspace_destroy(child);
    struct mpage *page = stage_page(parent, 3);
    stage_fill(parent, 3, 0xb0000);
    KTEST_ASSERT(stage_page(parent, 3) == page);
    aspace_destroy(parent);
    baseline_expect(&base);
}
