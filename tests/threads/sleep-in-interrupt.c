/* SPDX-License-Identifier: MIT
 * Taking a lock in an interrupt handler is found, even when the lock is free.
 * @builds: debug
 * @expect: panic
 * @output: Kernel PANIC .*sleeping call in an interrupt handler
 */
#include "devices/timer.h"
#include "tests/threads/crew.h"

static struct lock lock;

static void ring(void *aux)
{
    lock_acquire(&lock);
}

KTEST(sleep_in_interrupt)
{
    struct timer_alarm alarm;
    lock_init(&lock);
    timer_alarm_set(&alarm, 1, ring, NULL);
    timer_sleep(3);
    fail("the handler took a lock");
}
