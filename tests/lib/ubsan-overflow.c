/* SPDX-License-Identifier: MIT
 * The debug kernel names the place of undefined behaviour: addition overflows.
 * @builds: debug
 * @expect: panic
 * @output: at tests/lib/ubsan-overflow\.c:13 .*: addition overflows
 */
#include <limits.h>
#include "tests/ktest.h"

KTEST(ubsan_overflow)
{
    volatile int n = INT_MAX;
    n = n + 1;
    fail("it went unnoticed: %d", n);
}
