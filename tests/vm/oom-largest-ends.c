/* SPDX-License-Identifier: MIT
 * Without swap, when every frame holds a dirty page: the largest address space gives its pages
 * back, with a line, and the one that needed a frame goes on.
 * @options: -overcommit -ul=64
 * @output: Out of memory: big ends: it has the most pages \(60\)
 * @mem: 4
 * @swap: 0
 */
#include "tests/vm/stage.h"

KTEST(oom_largest_ends)
{
    struct baseline base = baseline_take();
    struct aspace *big = stage_aspace(100), *small = stage_aspace(100);
    aspace_set_name(big, "big");
    for (unsigned i = 0; i < 60; i++)
        stage_fill(big, i, i);
    for (unsigned i = 0; i < 10; i++)
        stage_fill(small, i, 0x7000 + i);
    KTEST_ASSERT(aspace_doomed(big) && !aspace_doomed(small));
    KTEST_ASSERT(vm_fault(big, STAGE_BASE, true, 0) == -ENOMEM);
    KTEST_ASSERT(palloc_count(PAGE_USER) == base.user + 10);
    for (unsigned i = 0; i < 10; i++)
        stage_expect(small, i, 0x7000 + i);
    aspace_destroy(small);
    aspace_destroy(big);
    baseline_expect(&base);
}
