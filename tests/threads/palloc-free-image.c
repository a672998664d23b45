/* SPDX-License-Identifier: MIT
 * Freeing a page of the kernel's own image panics.
 * @expect: panic
 * @output: Kernel PANIC at threads/palloc.c:.* in checked_frame
 */
#include "tests/ktest.h"
#include "threads/palloc.h"
#include "threads/vaddr.h"

KTEST(palloc_free_image)
{
    static int here;
    palloc_free_page(pg_round_down(&here));
    fail("a page of the kernel's image was freed");
}
