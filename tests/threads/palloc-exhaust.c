/* SPDX-License-Identifier: MIT
 * Every free page can be had, no page twice; the reserve is for PAL_ATOMIC; the counts of the tags
 * add up at each point and are back to what they were when all is freed.
 */
#include "tests/ktest.h"
#include "threads/interrupt.h"
#include "threads/palloc.h"

/* Pages that were got, chained through their first word; the second holds a pattern. */
struct page {
    struct page *next;
    uintptr_t pattern;
};

static void check_sum(void)
{
    size_t sum = 0;
    for (enum page_tag tag = 0; tag < PAGE_TAGS; tag++)
        sum += tag != PAGE_RESERVED ? palloc_count(tag) : 0;
    KTEST_ASSERT(sum == palloc_frames_total());
}

/* Gets pages until there are none and returns how many. */
static size_t get_all(struct page **chain, enum palloc_flags flags)
{
    size_t cnt = 0;
    for (struct page *page; (page = palloc_get_tagged(PAGE_CACHE, flags)) != NULL; cnt++) {
        *page = (struct page){*chain, ~(uintptr_t)page};
        *chain = page;
    }
    return cnt;
}

static void free_all(struct page *chain)
{
    while (chain != NULL) {
        struct page *page = chain;
        KTEST_ASSERT(page->pattern == ~(uintptr_t)page);
        chain = page->next;
        palloc_free_page(page);
    }
}

KTEST(palloc_exhaust)
{
    size_t free_before = palloc_count(PAGE_FREE), cached = palloc_count(PAGE_CACHE);
    for (int round = 0; round < 3; round++) {
        struct page *chain = NULL;
        enum intr_level old = intr_disable(); /* No reclaiming. */
        KTEST_ASSERT(get_all(&chain, 0) == free_before - PALLOC_RESERVE);
        KTEST_ASSERT(palloc_count(PAGE_FREE) == PALLOC_RESERVE);
        check_sum();
        KTEST_ASSERT(get_all(&chain, PAL_ATOMIC) == PALLOC_RESERVE);
        KTEST_ASSERT(palloc_count(PAGE_FREE) == 0);
        KTEST_ASSERT(palloc_count(PAGE_CACHE) == cached + free_before);
        check_sum();
        free_all(chain);
        intr_set_level(old);
        KTEST_ASSERT(palloc_count(PAGE_FREE) == free_before);
        check_sum();
    }
}
