/* SPDX-License-Identifier: MIT
 * Shared memory that a group's process touched stays charged to the group while nobody maps its
 * pages, and to the group above once the group has ended.
 * @swap: 0
 */
#include "tests/vm/stage-group.h"

KTEST(group_leaves_shared_memory)
{
    stage_swap();
    struct baseline base = baseline_take();
    struct page_group top, group;
    page_group_init(&top, NULL, 40, PAGE_GROUP_UNLIMITED);
    page_group_init(&group, &top, 20, PAGE_GROUP_UNLIMITED);
    struct aspace *parent = stage_member(&top, 1), *child;
    struct region_spec spec = {
        .start = 0x30000000, .length = 4 * PGSIZE, .kind = REGION_SHARED, .writable = true};
    KTEST_ASSERT(aspace_map(parent, &spec) == 0);
    KTEST_ASSERT(aspace_fork(parent, &child) == 0);
    page_group_move(child, &group);
    for (unsigned i = 0; i < 4; i++)
        KTEST_ASSERT(vm_fault(child, 0x30000000 + i * PGSIZE, true, 0) == 0);
    KTEST_ASSERT(group.resident == 5);
    aspace_destroy(child);
    KTEST_ASSERT(group.resident == 4 && top.resident == 4);
    page_group_destroy(&group);
    KTEST_ASSERT(top.resident == 4);
    stage_audit();
    aspace_destroy(parent);
    KTEST_ASSERT(top.resident == 0);
    page_group_destroy(&top);
    baseline_expect(&base);
}
