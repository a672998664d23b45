/* SPDX-License-Identifier: MIT
 * fixup_copy() and fixup_strncpy() copy what is there, give up on what is not, and say so.
 */
#include <errno.h>
#include <string.h>
#include "tests/ktest.h"
#include "threads/fixup.h"
#include "threads/mmu.h"
#include "threads/palloc.h"
#include "threads/thread.h"
#include "threads/vaddr.h"

#define USER_PAGE 0x10000000

/* Activates a page directory with one page of user memory and nothing mapped after it. */
static char *map_user_page(void)
{
    uint32_t *pd = mmu_pagedir_create();
    uint32_t *table = palloc_get_tagged(PAGE_TABLE, PAL_ASSERT | PAL_ZERO);
    char *page = (char *)USER_PAGE, *frame = palloc_get_page(PAL_ASSERT | PAL_USER);
    KTEST_ASSERT(pd != NULL);
    pd[pd_no(page)] = vtop(table) | PTE_P | PTE_W | PTE_U;
    table[pt_no(page)] = vtop(frame) | PTE_P | PTE_W | PTE_U;
    thread_current()->pagedir = pd;
    mmu_pagedir_activate(pd);
    return page;
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
    char *page = map_user_page(), *end = page + PGSIZE;
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
