/* SPDX-License-Identifier: MIT
 * A page keeps the tag it was got with until that is changed, and the counts follow.
 */
#include "tests/ktest.h"
#include "threads/palloc.h"

KTEST(palloc_tags)
{
    size_t users = palloc_count(PAGE_USER), heap = palloc_count(PAGE_HEAP);
    void *a = palloc_get_page(PAL_USER), *b = palloc_get_page(0);
    KTEST_ASSERT(palloc_tag(a) == PAGE_USER && palloc_count(PAGE_USER) == users + 1);
    KTEST_ASSERT(palloc_tag(b) == PAGE_HEAP && palloc_count(PAGE_HEAP) == heap + 1);
    palloc_set_tag(a, PAGE_TABLE);
    KTEST_ASSERT(palloc_tag(a) == PAGE_TABLE && palloc_count(PAGE_USER) == users);
    palloc_free_page(a);
    palloc_free_page(b);
    KTEST_ASSERT(palloc_count(PAGE_HEAP) == heap);

    /* The kernel's image and what holds the tags are never handed out. */
    KTEST_ASSERT(palloc_count(PAGE_KERNEL_IMAGE) * 4 < 2048);
}
