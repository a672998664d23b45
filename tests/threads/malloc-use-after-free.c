/* SPDX-License-Identifier: MIT
 * A write to a freed block is found when the block is handed out again.
 * @builds: debug
 * @expect: panic
 * @output: Kernel PANIC .*was written to
 */
#include <stdint.h>
#include "tests/ktest.h"
#include "threads/malloc.h"

KTEST(malloc_use_after_free)
{
    void *keep = malloc(100);
    uint8_t *volatile block = malloc(100);
    KTEST_ASSERT(keep != NULL && block != NULL);
    free(block);
    block[50] = 1;
    for (int i = 0; i < 40; i++)
        KTEST_ASSERT(malloc(100) != NULL);
    fail("a write after free was not seen");
}
