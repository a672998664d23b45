/* SPDX-License-Identifier: MIT
 * A hundred generations, each the child of the one before and the parent of the next, leave nothing
 * behind: no frame, no slot, no promise, no block of the heap.
 * @swap: 0
 */
#include "tests/vm/stage.h"

KTEST(fork_baseline)
{
    stage_swap();
    struct aspace *as = stage_aspace(30);
    for (unsigned i = 0; i < 30; i++)
        stage_fill(as, i, i);
    aspace_destroy(as);
    struct baseline base = baseline_take();
    size_t blocks = malloc_blocks(), tables = palloc_count(PAGE_TABLE);
    as = stage_aspace(30);
    for (unsigned generation = 0; generation < 100; generation++) {
        struct aspace *child;
        stage_fill(as, generation % 30, generation);
        KTEST_ASSERT(aspace_fork(as, &child) == 0);
        stage_expect(child, generation % 30, generation);
        aspace_destroy(as);
        as = child;
    }
    aspace_destroy(as);
    baseline_expect(&base);
    KTEST_ASSERT(malloc_blocks() == blocks);
    KTEST_ASSERT(palloc_count(PAGE_TABLE) == tables);
}
