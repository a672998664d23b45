/* SPDX-License-Identifier: MIT
 * Descriptor 0 gives a program what is typed, and makes it wait for what is not typed yet.
 */
#include "devices/input.h"
#include "devices/timer.h"
#include "tests/ktest.h"
#include "threads/interrupt.h"
#include "userprog/process.h"

static void type(const char *keys)
{
    enum intr_level old = intr_disable();
    while (*keys != '\0')
        input_put(*keys++);
    intr_set_level(old);
}

KTEST(keyboard_read)
{
    type("hel");
    pid_t pid = process_execute("keys");
    KTEST_ASSERT(pid > 0);
    timer_sleep(5);
    type("loab");
    timer_sleep(5);
    type("c");
    KTEST_ASSERT(process_wait(pid) == 0);
}
