/* SPDX-License-Identifier: MIT
 * A kernel block of several pages, when memory is full of a program's: pages leave until enough
 * adjoin.  One that can never be had is refused.
 * @mem: 4
 * @ticks: 1000
 * @swap: 0
 * @filesys: 0
 */
#include "tests/vm/stage.h"

KTEST(large_block_reclaims)
{
    struct aspace *as = stage_aspace(600);
    while (palloc_count(PAGE_FREE) > 500)
        KTEST_ASSERT(palloc_get_page(0) != NULL);
    for (unsigned i = 0; palloc_count(PAGE_FREE) > PALLOC_RESERVE + 1; i++)
        KTEST_ASSERT(vm_fault(as, stage_addr(i), false, 0) == 0);
    void *block = malloc(4 * PGSIZE);
    KTEST_ASSERT(block != NULL);
    free(block);
    KTEST_ASSERT(malloc(2 * palloc_frames_total() * PGSIZE) == NULL);
    KTEST_ASSERT(malloc(palloc_frames_total() * PGSIZE / 2) == NULL);
    aspace_destroy(as);
}
