/* SPDX-License-Identifier: MIT
 * Kernel stacks: guarded, all different, visible in every page directory, and none lost.
 */
#include <string.h>
#include "tests/ktest.h"
#include "threads/mmu.h"
#include "threads/palloc.h"

#define STACKS 300 /* More than one page table maps. */

static void *stacks[STACKS];

/* As many as memory allows. */
static int alloc_all(void)
{
    int cnt = 0;
    while (cnt < STACKS && (stacks[cnt] = mmu_stack_alloc()) != NULL) {
        char *stack = stacks[cnt];
        KTEST_ASSERT((uintptr_t)stack % KSTACK_SIZE == 0);
        KTEST_ASSERT(mmu_is_stack_guard(stack - 1) && !mmu_is_stack_guard(stack));
        KTEST_ASSERT(!mmu_is_mapped(stack - 1) && !mmu_is_mapped(stack + KSTACK_SIZE));
        memset(stack, cnt, KSTACK_SIZE);
        cnt++;
    }
    return cnt;
}

static void free_all(int cnt)
{
    for (int i = 0; i < cnt; i++) {
        const unsigned char *stack = stacks[i];
        KTEST_ASSERT(stack[0] == (i & 0xff) && stack[KSTACK_SIZE - 1] == (i & 0xff));
    }
    for (int i = 0; i < cnt; i++) {
        mmu_stack_free(stacks[i]);
        KTEST_ASSERT(!mmu_is_mapped(stacks[i]));
    }
}

KTEST(mmu_stacks)
{
    uint32_t *before = mmu_pagedir_create();
    KTEST_ASSERT(before != NULL);
    mmu_pagedir_activate(before);
    int cnt = alloc_all();
    KTEST_ASSERT(cnt > 256);
    free_all(cnt);
    size_t free_pages = palloc_count(PAGE_FREE);

    uint32_t *after = mmu_pagedir_create();
    mmu_pagedir_activate(after);
    KTEST_ASSERT(alloc_all() == cnt);
    mmu_pagedir_destroy(before);
    mmu_pagedir_destroy(after);
    KTEST_ASSERT(mmu_pagedir_active() == kernel_pagedir);
    free_all(cnt);
    KTEST_ASSERT(palloc_count(PAGE_FREE) == free_pages + 1); /* `before` */
}
