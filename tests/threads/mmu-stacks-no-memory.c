/* SPDX-License-Identifier: MIT
 * To ask for kernel stacks in vain uses nothing up, however often.
 */
#include "tests/ktest.h"
#include "threads/mmu.h"
#include "threads/palloc.h"

#define STACKS 256 /* As many as the first page table maps. */
#define TRIES 10000

KTEST(mmu_stacks_no_memory)
{
    palloc_set_reclaim(NULL);
    for (int i = 0; i < STACKS; i++)
        mmu_stack_alloc();
    void *hoard = NULL;
    for (void **page; (page = palloc_get_page(0)) != NULL; hoard = page)
        *page = hoard;
    for (int i = 0; i < TRIES; i++)
        KTEST_ASSERT(mmu_stack_alloc() == NULL);
    for (void *next; hoard != NULL; hoard = next) {
        next = *(void **)hoard;
        palloc_free_page(hoard);
    }
    KTEST_ASSERT(mmu_stack_alloc() != NULL);
}
