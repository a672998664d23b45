/* SPDX-License-Identifier: MIT
 * Page tables count for a group too: one that touches a page here and there over all addresses ends
 * at its limit, rather than fill the memory with tables.
 * @swap: 0
 * @options: -overcommit
 * @output: Out of memory: stage ends: its group has its limit of 16 pages
 */
#include "tests/vm/stage-group.h"

KTEST(group_tables_count)
{
    stage_swap();
    struct page_group group;
    page_group_init(&group, NULL, 16, PAGE_GROUP_UNLIMITED);
    struct aspace *as = stage_member(&group, 1);
    size_t tables = palloc_count(PAGE_TABLE);
    struct region_spec spec = {
        .start = 0x20000000, .length = 0x10000000, .kind = REGION_PRIVATE, .writable = true};
    KTEST_ASSERT(aspace_map(as, &spec) == 0);
    int err = 0;
    unsigned i = 0;
    for (; i < 64 && err == 0; i++)
        err = vm_fault(as, 0x20000000 + (i << 22), true, 0);
    KTEST_ASSERT(err == -ENOMEM && aspace_doomed(as));
    KTEST_ASSERT(i > 12 && palloc_count(PAGE_TABLE) <= tables + 16);
    KTEST_ASSERT(group.peak == 16);
    aspace_destroy(as);
    KTEST_ASSERT(group.resident == 0);
    page_group_destroy(&group);
}
