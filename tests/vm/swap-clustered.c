/* SPDX-License-Identifier: MIT
 * Dirty pages that would be chosen next go to swap with the victim, by one command, and later leave
 * without one.
 * @swap: 0
 */
#include "tests/vm/stage.h"

#define PAGES 12

KTEST(swap_clustered)
{
    stage_swap();
    struct baseline base = baseline_take();
    struct aspace *as = stage_aspace(PAGES);
    for (unsigned i = 0; i < PAGES; i++) {
        stage_fill(as, i, i << 16);
        page_test_and_clear_referenced(stage_page(as, i));
    }
    for (unsigned i = 0; i < PAGES; i++)
        KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    if (stage.writes != 1)
        fail("%u write commands for %d pages", stage.writes, PAGES);
    KTEST_ASSERT(palloc_count(PAGE_USER) == base.user);
    for (unsigned i = 0; i < PAGES; i++)
        stage_expect(as, i, i << 16);
    aspace_destroy(as);
    baseline_expect(&base);
}
