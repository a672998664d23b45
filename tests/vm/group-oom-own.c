/* SPDX-License-Identifier: MIT
 * When a group at its limit has no page that could leave, the largest of its own ends, with a line
 * that says so, though others have more.
 * @options: -overcommit
 * @output: Out of memory: large ends: its group has its limit of 24 pages, and none to give
 * @swap: 0
 * @kstat: vm.oom_kills == 1
 */
#include "tests/vm/stage-group.h"

KTEST(group_oom_own)
{
    struct baseline base = baseline_take();
    struct page_group group;
    page_group_init(&group, NULL, 24, PAGE_GROUP_UNLIMITED);
    struct aspace *others = stage_aspace(60);
    struct aspace *large = stage_member(&group, 40), *small = stage_member(&group, 40);
    aspace_set_name(large, "large");
    stage_fill_range(others, 0, 60);
    stage_fill_range(large, 0, 15);
    stage_fill_range(small, 0, 12);
    KTEST_ASSERT(aspace_doomed(large) && !aspace_doomed(small) && !aspace_doomed(others));
    KTEST_ASSERT(vm_fault(large, STAGE_BASE, true, 0) == -ENOMEM);
    for (unsigned i = 0; i < 12; i++)
        stage_expect(small, i, i << 8);
    KTEST_ASSERT(stage_resident(others, 60) == 60);
    aspace_destroy(large);
    aspace_destroy(small);
    aspace_destroy(others);
    page_group_destroy(&group);
    baseline_expect(&base);
}
