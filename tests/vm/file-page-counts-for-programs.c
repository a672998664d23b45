/* SPDX-License-Identifier: MIT
 * A mapped file page that was evicted and is read again counts for programs, not for the cache: by
 * a fault, and by a `read` of the file.
 * @swap: 0
 * @filesys: 0
 */
#include "tests/vm/stage-file.h"

static void evict_it(const struct baseline *base)
{
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    KTEST_ASSERT(palloc_count(PAGE_USER) == base->user);
}

static void expect_counted(const struct baseline *base)
{
    KTEST_ASSERT(palloc_count(PAGE_USER) == base->user + 1);
    KTEST_ASSERT(palloc_count(PAGE_CACHE) == base->cache);
}

KTEST(file_page_counts_for_programs)
{
    char byte;
    stage_file_init();
    struct baseline base = baseline_take();
    struct aspace *as = stage_map_file(1, REGION_SHARED);
    KTEST_ASSERT(vm_fault(as, stage_addr(0), false, 0) == 0);
    expect_counted(&base);
    evict_it(&base);
    KTEST_ASSERT(vm_fault(as, stage_addr(0), false, 0) == 0);
    expect_counted(&base);
    evict_it(&base);
    KTEST_ASSERT(vobj_read(&stage_file, 0, &byte, 1) == 0);
    expect_counted(&base);
    aspace_destroy(as);
    KTEST_ASSERT(palloc_count(PAGE_USER) == base.user);
    vobj_discard(&stage_file, 0);
    baseline_expect(&base);
}
