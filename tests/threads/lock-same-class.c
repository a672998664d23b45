/* SPDX-License-Identifier: MIT
 * Two locks of one class, taken without saying that an order is kept, could deadlock.
 * @builds: debug
 * @expect: panic
 * @output: Kernel PANIC .*while another lock of its class is held
 */
#include "tests/threads/crew.h"

static struct lock locks[3];

KTEST(lock_same_class)
{
    for (int i = 0; i < 3; i++)
        lock_init(&locks[i]);
    lock_acquire(&locks[0]);
    lock_acquire_nested(&locks[1]);
    lock_release(&locks[1]);
    msg("nested is allowed");
    lock_acquire(&locks[2]);
    fail("the second lock of a class was not noticed");
}
