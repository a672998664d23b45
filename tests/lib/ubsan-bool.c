/* SPDX-License-Identifier: MIT
 * The debug kernel names the place of undefined behaviour: value is not one of its type's.
 * @builds: debug
 * @expect: panic
 * @output: at tests/lib/ubsan-bool\.c:13 .*: value is not one of its type's
 */
#include <stdbool.h>
#include "tests/ktest.h"

KTEST(ubsan_bool)
{
    volatile unsigned char n = 2;
    n = *(volatile bool *)&n;
    fail("it went unnoticed: %d", n);
}
