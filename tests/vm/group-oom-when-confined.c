/* SPDX-License-Identifier: MIT
 * In a group, most of whose pages have nowhere to go, an instruction that needs one page more than
 * the others leave room for counts as out of memory; one that has that room goes on.
 * @swap: 0
 * @options: -overcommit
 * @output: Out of memory: stage ends: its group has its limit of 20 pages
 */
#include "tests/vm/stage-file.h"
#include "tests/vm/stage-group.h"

#define PAGES 14

/* Faults on the first N pages of the file, round and round.  The first error, or 0. */
static int go_round(struct aspace *as, unsigned n)
{
    int err = 0;
    for (unsigned i = 0; i < 6000 && err == 0; i++)
        err = vm_fault(as, stage_addr(i % n), false, 0);
    return err;
}

KTEST(group_oom_when_confined)
{
    struct page_group group;
    stage_file_init();
    page_group_init(&group, NULL, 20, PAGE_GROUP_UNLIMITED);
    struct aspace *as = stage_map_file(8, REGION_SHARED);
    aspace_set_name(as, "stage");
    page_group_move(as, &group);
    struct region_spec spec = {.start = stage_addr(64),
                               .length = PAGES * PGSIZE,
                               .kind = REGION_PRIVATE,
                               .writable = true};
    KTEST_ASSERT(aspace_map(as, &spec) == 0);
    stage_fill_range(as, 64, 64 + PAGES);
    unsigned room = 20 - group.resident;
    KTEST_ASSERT(room >= 2 && room < 6);
    KTEST_ASSERT(go_round(as, room) == 0);
    KTEST_ASSERT(go_round(as, room + 1) == -ENOMEM);
    KTEST_ASSERT(aspace_doomed(as));
    aspace_destroy(as);
    page_group_destroy(&group);
}
