/* SPDX-License-Identifier: MIT
 * Adjoining pages are found between pages in use, wherever a gap is wide enough, and only there.
 */
#include <string.h>
#include "tests/ktest.h"
#include "threads/palloc.h"
#include "threads/vaddr.h"

#define RUN 24

KTEST(palloc_contiguous)
{
    size_t free_before = palloc_count(PAGE_FREE);
    char *run = palloc_get_multiple(PAL_ZERO, RUN);
    KTEST_ASSERT(run != NULL);
    KTEST_ASSERT(palloc_count(PAGE_FREE) == free_before - RUN);
    for (size_t i = 0; i < RUN * PGSIZE; i += 512)
        KTEST_ASSERT(run[i] == 0);
    memset(run, 0x5a, RUN * PGSIZE);

    /* Holes of 3 pages, with one page in use between them. */
    for (size_t i = 0; i < RUN; i++) {
        if (i % 4 != 3)
            palloc_free_page(run + i * PGSIZE);
    }
    char *hole = palloc_get_multiple(0, 3);
    KTEST_ASSERT(hole != NULL && (hole >= run + RUN * PGSIZE || (hole - run) % (4 * PGSIZE) == 0));
    char *wide = palloc_get_multiple(0, 4);
    KTEST_ASSERT(wide != NULL && (wide >= run + RUN * PGSIZE || wide + 4 * PGSIZE <= run + PGSIZE));
    palloc_free_multiple(hole, 3);
    palloc_free_multiple(wide, 4);
    for (size_t i = 3; i < RUN; i += 4)
        palloc_free_page(run + i * PGSIZE);
    KTEST_ASSERT(palloc_count(PAGE_FREE) == free_before);

    KTEST_ASSERT(palloc_get_multiple(PAL_ATOMIC, palloc_max_frame() + 1) == NULL);
    KTEST_ASSERT(palloc_get_multiple(0, 0) == NULL);
    KTEST_ASSERT(palloc_count(PAGE_FREE) == free_before);
}
