/* SPDX-License-Identifier: MIT
 * What a group has counts for the groups above it, so that a limit cannot be left by making a group
 * below; and a group without limits of its own shares what the one above may have.
 * @swap: 0
 */
#include "tests/vm/stage-group.h"

KTEST(group_below_counts_above)
{
    stage_swap();
    struct baseline base = baseline_take();
    struct page_group top, free, tight;
    page_group_init(&top, NULL, 30, PAGE_GROUP_UNLIMITED);
    page_group_init(&free, &top, PAGE_GROUP_UNLIMITED, PAGE_GROUP_UNLIMITED);
    page_group_init(&tight, &free, 16, PAGE_GROUP_UNLIMITED);
    struct aspace *a = stage_member(&free, 40), *b = stage_member(&tight, 40);
    stage_fill_range(b, 0, 20);
    KTEST_ASSERT(tight.resident == 16 && free.resident == 16 && top.resident == 16);
    stage_fill_range(a, 0, 20);
    KTEST_ASSERT(top.peak == 30 && top.resident == 30 && free.resident == 30);
    KTEST_ASSERT(tight.peak == 16);
    stage_audit();
    for (unsigned i = 0; i < 20; i++) {
        stage_expect(a, i, i << 8);
        stage_expect(b, i, i << 8);
    }
    aspace_destroy(b);
    page_group_destroy(&tight);
    KTEST_ASSERT(free.resident == top.resident);
    aspace_destroy(a);
    page_group_destroy(&free);
    KTEST_ASSERT(top.resident == 0 && top.peak == 30);
    page_group_destroy(&top);
    baseline_expect(&base);
}
