/* SPDX-License-Identifier: MIT
 * Two orders that contradict by way of a third lock are found, though nothing ever waits; both
 * chains are printed with their places in the source.
 * @builds: debug
 * @output: Lock order: main holds
 * @output: a \(taken at tests/threads/lock-order\.c:\d+\) before b \(taken at tests/
 * @output: b \(taken at tests/threads/lock-order\.c:\d+\) before c
 * @expect: panic
 * @output: Kernel PANIC .*lock order: a taken at tests/threads/lock-order\.c:
 */
#include "tests/threads/crew.h"

static struct lock a, b, c;

static void take(struct lock *first, struct lock *second)
{
    lock_acquire(first);
    lock_acquire(second);
    lock_release(second);
    lock_release(first);
}

KTEST(lock_order)
{
    lock_init(&a);
    lock_init(&b);
    lock_init(&c);
    take(&a, &b);
    take(&b, &c);
    msg("no contradiction so far");
    take(&c, &a);
    fail("the contradiction was not seen");
}
