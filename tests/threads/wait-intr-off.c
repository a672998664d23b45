/* SPDX-License-Identifier: MIT
 * Waiting with interrupts off is found: whoever runs next would turn them on.
 * @builds: debug
 * @expect: panic
 * @output: Kernel PANIC .*thread main waits with interrupts off
 */
#include "tests/threads/crew.h"
#include "threads/interrupt.h"

KTEST(wait_intr_off)
{
    struct semaphore sema;
    sema_init(&sema, 0);
    intr_disable();
    sema_down(&sema);
    fail("the wait was not noticed");
}
