/* SPDX-License-Identifier: MIT
 * The debug kernel names the place of undefined behaviour: array index out of bounds.
 * @builds: debug
 * @expect: panic
 * @output: at tests/lib/ubsan-index\.c:13 .*: array index out of bounds
 */
#include "tests/ktest.h"

KTEST(ubsan_index)
{
    volatile int n = 3;
    static int array[3];
    n = array[n];
    fail("it went unnoticed: %d", n);
}
