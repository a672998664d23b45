/* SPDX-License-Identifier: MIT
 * A write to a free page is noticed when the page is handed out again (debug build).
 * @builds: debug
 * @expect: panic
 * @output: Kernel PANIC at threads/palloc.c:.*poison_intact
 */
#include "tests/ktest.h"
#include "threads/palloc.h"

KTEST(palloc_use_after_free)
{
    char *page = palloc_get_page(PAL_ASSERT);
    palloc_free_page(page);
    page[1000] = 1;
    palloc_get_page(PAL_ASSERT);
    fail("a free page was changed and nobody noticed");
}
