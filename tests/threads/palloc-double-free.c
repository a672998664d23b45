/* SPDX-License-Identifier: MIT
 * Freeing a page twice panics, in every build.
 * @expect: panic
 * @output: Kernel PANIC at threads/palloc.c:.* in checked_frame
 */
#include "tests/ktest.h"
#include "threads/palloc.h"

KTEST(palloc_double_free)
{
    void *page = palloc_get_page(PAL_ASSERT);
    palloc_free_page(page);
    palloc_free_page(page);
    fail("a page was freed twice");
}
