/* SPDX-License-Identifier: MIT
 * A scheduler that does not exist stops the boot with the names of those that do.
 * @options: -sched=lottery
 * @expect: refused
 * @output: ^Option '-sched': bad value 'lottery'\.$
 * @output: -sched=prio\|mlfqs\|rr\|stride
 */
#include "tests/ktest.h"

KTEST(sched_unknown)
{
    fail("the kernel booted");
}
