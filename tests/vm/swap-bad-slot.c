/* SPDX-License-Identifier: MIT
 * One bad place on the swap disk: the pages that would have been written beside it by the same
 * command leave all the same, and come back as they were.
 * @swap: 0
 * @filesys: 0
 */
#include "tests/vm/stage.h"

#define PAGES 8

KTEST(swap_bad_slot)
{
    stage_swap();
    stage.bad_slot = 3;
    struct baseline base = baseline_take();
    struct aspace *as = stage_aspace(PAGES);
    for (unsigned i = 0; i < PAGES; i++)
        stage_fill(as, i, i << 16);
    for (unsigned i = 0; i < PAGES; i++)
        KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    for (unsigned i = 0; i < PAGES; i++)
        stage_expect(as, i, i << 16);
    aspace_destroy(as);
    baseline_expect(&base);
}
