/* SPDX-License-Identifier: MIT
 * A group at its limit of pages gets another one for one of its own: it never has more, and a
 * neighbour keeps all of its pages, though they came first and were not used since.
 * @matrix: evict=clock,fifo,random
 * @swap: 0
 * @kstat: group.own_victims >= 24
 */
#include "tests/vm/stage-group.h"

KTEST(group_max_evicts_own)
{
    stage_swap();
    struct baseline base = baseline_take();
    struct page_group group;
    page_group_init(&group, NULL, 16, PAGE_GROUP_UNLIMITED);
    struct aspace *neighbour = stage_aspace(20), *thrasher = stage_member(&group, 40);
    stage_fill_range(neighbour, 0, 20);
    for (unsigned i = 0; i < 40; i++) {
        stage_fill(thrasher, i, i << 8);
        KTEST_ASSERT(group.resident <= 16);
    }
    for (unsigned i = 0; i < 40; i++)
        stage_expect(thrasher, i, i << 8);
    KTEST_ASSERT(group.peak == 16);
    KTEST_ASSERT(stage_resident(thrasher, 40) == 15); /* And a page table. */
    KTEST_ASSERT(stage_resident(neighbour, 20) == 20);
    stage_audit();
    aspace_destroy(thrasher);
    KTEST_ASSERT(group.resident == 0);
    page_group_destroy(&group);
    aspace_destroy(neighbour);
    baseline_expect(&base);
}
