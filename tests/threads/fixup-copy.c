/* SPDX-License-Identifier: MIT
 * fixup_copy() and fixup_strncpy() copy what is there, give up on what is not, and say so.
 */
#include <errno.h>
#include <string.h>
#include "tests/ktest.h"
#include "threads/fixup.h"
#include "threads/interrupt.h"
#include "threads/mmu.h"
#include "threads/vaddr.h"

#define VEC_PAGE_FAULT 14

/* In a kernel without programs nobody handles page faults yet. */
static void page_fault(struct intr_frame *frame)
{
    if (!fixup_resolve(frame))
        PANIC("page fault in the kernel");
}

/* The last 8 kB of the stack area's first slot end where nothing is mapped: its neighbour's guard.
 */
static char *last_mapped_page(void)
{
    char *stack = mmu_stack_alloc();
    KTEST_ASSERT(stack != NULL);
    KTEST_ASSERT(!mmu_is_mapped(stack + KSTACK_SIZE) && !mmu_is_mapped(stack - 1));
    return stack + KSTACK_SIZE - PGSIZE;
}

static void check_copy(char *end, size_t have, size_t want)
{
    static char copy[128];
    memset(copy, '?', sizeof copy);
    size_t missing = fixup_copy(copy, end - have, want);
    size_t expected = want > have ? want - have : 0;
    if (missing < expected || missing > expected + 3 || (expected == 0 && missing != 0))
        fail("%zu of %zu bytes there: %zu missing", have, want, missing);
    KTEST_ASSERT(memcmp(copy, end - have, want - missing) == 0);
    KTEST_ASSERT(copy[want] == '?');
    missing = fixup_copy(end - have, copy, want);
    KTEST_ASSERT(missing >= expected && missing <= expected + 3);
}

KTEST(fixup_copy)
{
    if (!intr_registered(VEC_PAGE_FAULT))
        intr_register_int(VEC_PAGE_FAULT, 0, INTR_OFF, page_fault, "#PF Page-Fault Exception");
    char *page = last_mapped_page(), *end = page + PGSIZE;
    memset(page, 'x', PGSIZE);
    for (size_t have = 0; have < 20; have++) {
        for (size_t want = 0; want < 40; want++)
            check_copy(end, have, want);
    }

    char name[16];
    memcpy(end - 6, "hello", 6);
    KTEST_ASSERT(fixup_strncpy(name, end - 6, sizeof name) == 5 && strcmp(name, "hello") == 0);
    KTEST_ASSERT(fixup_strncpy(name, end - 6, 5) == 5);
    KTEST_ASSERT(fixup_strncpy(name, end - 1, sizeof name) == 0 && name[0] == '\0');
    end[-1] = '!';
    KTEST_ASSERT(fixup_strncpy(name, end - 6, sizeof name) == -EFAULT);
    KTEST_ASSERT(fixup_strncpy(name, end - 6, 6) == 6);
    KTEST_ASSERT(fixup_strncpy(name, NULL, 0) == 0);
}
