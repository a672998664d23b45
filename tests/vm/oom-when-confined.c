/* SPDX-License-Identifier: MIT
 * Five of eight user frames hold pages that have nowhere to go. An instruction that needs four more
 * gets nowhere, for ever: it counts as out of memory. One that needs three goes on.
 * @swap: 0
 * @options: -ul=8 -overcommit
 * @output: Out of memory: stage ends
 */
#include "tests/vm/stage-file.h"

/* Faults on the first N pages of the file, round and round.  The first error, or 0. */
static int go_round(struct aspace *as, unsigned n)
{
    int err = 0;
    for (unsigned i = 0; i < 12000 && err == 0; i++)
        err = vm_fault(as, stage_addr(i % n), false, 0);
    return err;
}

KTEST(oom_when_confined)
{
    stage_file_init();
    struct aspace *as = stage_map_file(4, REGION_SHARED);
    aspace_set_name(as, "stage");
    struct region_spec spec = {
        .start = stage_addr(64), .length = 5 * PGSIZE, .kind = REGION_PRIVATE, .writable = true};
    KTEST_ASSERT(aspace_map(as, &spec) == 0);
    for (unsigned i = 0; i < 5; i++)
        stage_fill(as, 64 + i, i);
    KTEST_ASSERT(go_round(as, 3) == 0);
    KTEST_ASSERT(go_round(as, 4) == -ENOMEM);
    KTEST_ASSERT(aspace_doomed(as));
    aspace_destroy(as);
    vobj_discard(&stage_file, 0);
}
