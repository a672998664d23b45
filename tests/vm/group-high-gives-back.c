/* SPDX-License-Identifier: MIT
 * A group above `high` gives back its own pages for each new one, though there is plenty of memory;
 * with nowhere to give them it goes on, and once there is, it is asked before anyone else.
 * @matrix: evict=clock,fifo,random
 * @swap: 0
 * @kstat: group.high_victims == 5
 */
#include "tests/vm/stage-group.h"

KTEST(group_high_gives_back)
{
    struct baseline base = baseline_take();
    struct page_group group;
    page_group_init(&group, NULL, PAGE_GROUP_UNLIMITED, 10);
    struct aspace *old = stage_aspace(20), *as = stage_member(&group, 30);
    stage_fill_range(old, 0, 20);
    stage_fill_range(as, 0, 20);
    KTEST_ASSERT(group.resident == 21); /* No swap: they cannot leave. */

    stage_swap();
    base.slots = swap_free_slots();
    for (unsigned i = 0; i < 5; i++)
        KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    KTEST_ASSERT(group.resident == 16);
    KTEST_ASSERT(stage_resident(old, 20) == 20);

    stage_fill(as, 20, 20 << 8);
    KTEST_ASSERT(group.resident == 10);
    stage_fill_range(as, 21, 30);
    KTEST_ASSERT(group.resident == 10);
    for (unsigned i = 0; i < 30; i++)
        stage_expect(as, i, i << 8);
    KTEST_ASSERT(group.resident == 10);
    KTEST_ASSERT(stage_resident(old, 20) == 20);
    stage_audit();
    aspace_destroy(as);
    aspace_destroy(old);
    page_group_destroy(&group);
    baseline_expect(&base);
}
