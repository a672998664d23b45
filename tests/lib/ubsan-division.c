/* SPDX-License-Identifier: MIT
 * The debug kernel names the place of undefined behaviour: division by zero or overflow.
 * @builds: debug
 * @expect: panic
 * @output: at tests/lib/ubsan-division\.c:12 .*: division by zero or overflow
 */
#include "tests/ktest.h"

KTEST(ubsan_division)
{
    volatile int n = 0;
    n = 1 / n;
    fail("it went unnoticed: %d", n);
}
