/* SPDX-License-Identifier: MIT
 * A thread that outgrows its stack is reported, with a backtrace, and does not reset the machine.
 * @expect: panic
 * @output: Kernel PANIC .*stack overflow
 * @output: ^Call stack:( 0xc01[0-9a-f]{5}){8,}
 */
#include "tests/threads/crew.h"

static int NO_INLINE descend(volatile int *above, int depth)
{
    volatile int here[64];
    here[0] = depth;
    if (depth > 0)
        here[1] = descend(here, depth - 1);
    return here[0] + here[1] + *above;
}

static void work(int id)
{
    volatile int top = 1;
    descend(&top, 1000);
}

KTEST(stack_overflow)
{
    struct crew crew;
    crew_init(&crew, work);
    crew_start(&crew, PRI_DEFAULT);
    crew_join(&crew);
    fail("8 kB of stack were enough for 256 kB");
}
