/* SPDX-License-Identifier: MIT
 * The debug kernel names the place of undefined behaviour: shift out of bounds.
 * @builds: debug
 * @expect: panic
 * @output: at tests/lib/ubsan-shift\.c:12 .*: shift out of bounds
 */
#include "tests/ktest.h"

KTEST(ubsan_shift)
{
    volatile int n = 32;
    n = 1 << n;
    fail("it went unnoticed: %d", n);
}
