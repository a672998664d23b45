/* SPDX-License-Identifier: MIT
 * Freeing the inside of a block panics, in every build.
 * @expect: panic
 * @output: Kernel PANIC .*which is inside a block
 */
#include <stdint.h>
#include "tests/ktest.h"
#include "threads/malloc.h"

KTEST(malloc_wild_free)
{
    uint8_t *volatile block = malloc(100);
    KTEST_ASSERT(block != NULL);
    free(block + 8);
    fail("the inside of a block was freed");
}
