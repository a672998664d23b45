/* SPDX-License-Identifier: MIT
 * To ask for kernel stacks in vain uses nothing up, however often: neither slots that a page table
 * maps already, nor those that would need a new one.
 */
#include "tests/ktest.h"
#include "threads/mmu.h"
#include "threads/palloc.h"

#define FEW 200 /* Fit into the page table that is there, with the system's own. */
#define TRIES 10000

static void try_without_memory(void)
{
    void *hoard = NULL;
    for (void **page; (page = palloc_get_page(0)) != NULL; hoard = page)
        *page = hoard;
    for (int i = 0; i < TRIES; i++)
        KTEST_ASSERT(mmu_stack_alloc() == NULL);
    for (void *next; hoard != NULL; hoard = next) {
        next = *(void **)hoard;
        palloc_free_page(hoard);
    }
}

KTEST(mmu_stacks_no_memory)
{
    size_t tables = palloc_count(PAGE_TABLE);
    palloc_set_reclaim(NULL);
    try_without_memory();
    for (int i = 0; i < FEW; i++)
        KTEST_ASSERT(mmu_stack_alloc() != NULL);
    KTEST_ASSERT(palloc_count(PAGE_TABLE) == tables);

    /* Up to the last slot of the table. */
    char *stack;
    do {
        stack = mmu_stack_alloc();
        KTEST_ASSERT(stack != NULL);
    } while (((uintptr_t)stack + KSTACK_SIZE) % PDE_SPAN != 0);
    try_without_memory();
    KTEST_ASSERT(mmu_stack_alloc() != NULL);
    KTEST_ASSERT(palloc_count(PAGE_TABLE) == tables + 1);
}
