/* SPDX-License-Identifier: MIT
 * As many pages as will be promised, all of them written, fill swap and frames; each can still be
 * had back, and nobody ends for it.
 * @mem: 8
 * @swap: 0
 * @filesys: 0
 * @options: -ul=16
 * @kstat: vm.oom_kills == 0
 */
#include "tests/vm/stage.h"

KTEST(promises_kept_in_full)
{
    stage_swap();
    struct baseline base = baseline_take();
    struct aspace *as = stage_aspace(1);
    unsigned pages = 1;
    struct region_spec spec = {.length = PGSIZE, .kind = REGION_PRIVATE, .writable = true};
    for (spec.start = stage_addr(1); aspace_map(as, &spec) == 0; spec.start += PGSIZE)
        pages++;
    KTEST_ASSERT(pages >= STAGE_SLOTS + 10);
    for (unsigned i = 0; i < pages; i++)
        stage_fill(as, i, i << 16);
    for (unsigned i = 0; i < pages; i++)
        stage_expect(as, i, i << 16);
    for (unsigned i = 0; i < pages; i++)
        stage_fill(as, i, ~i << 16);
    for (unsigned i = 0; i < pages; i++)
        stage_expect(as, i, ~i << 16);
    KTEST_ASSERT(!aspace_doomed(as));
    aspace_destroy(as);
    baseline_expect(&base);
}
