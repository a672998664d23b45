/* SPDX-License-Identifier: MIT
 * A page that two groups map is charged to the first that touched it, and to the other when that
 * one goes; when nobody maps it, to no group.
 * @swap: 0
 * @kstat: group.pages_moved == 4
 */
#include "tests/vm/stage-file.h"
#include "tests/vm/stage-group.h"

KTEST(group_charge_moves_on)
{
    struct page_group first, second;
    stage_file_init();
    page_group_init(&first, NULL, 50, PAGE_GROUP_UNLIMITED);
    page_group_init(&second, NULL, 50, PAGE_GROUP_UNLIMITED);
    struct aspace *a = stage_map_file(8, REGION_SHARED), *b = stage_map_file(8, REGION_SHARED);
    page_group_move(a, &first);
    page_group_move(b, &second);
    for (unsigned i = 0; i < 6; i++)
        KTEST_ASSERT(vm_fault(a, stage_addr(i), false, 0) == 0);
    KTEST_ASSERT(first.resident == 7 && second.resident == 0);
    for (unsigned i = 2; i < 8; i++)
        KTEST_ASSERT(vm_fault(b, stage_addr(i), false, 0) == 0);
    KTEST_ASSERT(first.resident == 7 && second.resident == 3);
    aspace_destroy(a);
    KTEST_ASSERT(first.resident == 0 && second.resident == 7);
    stage_audit();
    aspace_destroy(b);
    KTEST_ASSERT(second.resident == 0);
    KTEST_ASSERT(palloc_count(PAGE_CACHE) >= 8);
    page_group_destroy(&first);
    page_group_destroy(&second);
    vobj_discard(&stage_file, 0);
}
