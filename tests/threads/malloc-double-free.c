/* SPDX-License-Identifier: MIT
 * A double free panics, in every build.
 * @expect: panic
 * @output: Kernel PANIC .*heap: double free of
 */
#include "tests/ktest.h"
#include "threads/malloc.h"

KTEST(malloc_double_free)
{
    void *keep = malloc(40), *block = malloc(40);
    KTEST_ASSERT(keep != NULL && block != NULL);
    void *volatile again = block;
    free(block);
    free(again);
    fail("a block was freed twice");
}
