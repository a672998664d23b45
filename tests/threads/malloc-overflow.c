/* SPDX-License-Identifier: MIT
 * A write past a block's end is found when it is freed.
 * @builds: debug
 * @expect: panic
 * @output: Kernel PANIC .*heap: write past the end of block
 */
#include <stdint.h>
#include "tests/ktest.h"
#include "threads/malloc.h"

KTEST(malloc_overflow)
{
    uint8_t *volatile block = malloc(41);
    KTEST_ASSERT(block != NULL);
    block[41] = 1;
    free(block);
    fail("a write past the end was not seen");
}
