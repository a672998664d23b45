/* SPDX-License-Identifier: MIT
 * A kernel that spins is ended by -limit with the call stack of whoever spun.
 * @expect: time-limit
 * @options: -limit=20
 * @output: Kernel PANIC .*Time limit of 20 ticks
 * @output: ^Call stack:.* 0xc0
 */
#include "tests/ktest.h"

KTEST(time_limit)
{
    for (;;)
        __asm__ volatile("pause");
}
