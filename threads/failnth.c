/* SPDX-License-Identifier: MIT
 * Fault injection: see failnth.h.
 */
#include "threads/failnth.h"
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "threads/cmdline.h"
#include "threads/interrupt.h"
#include "threads/kstat.h"
#include "threads/thread.h"

KSTAT_DEFINE(injected, "fail", "injected", "operations", "made to fail by -fail-nth");

bool fail_nth_armed;

static unsigned long nth; /* 0: the option was not given. */
static bool grows;        /* From one program to the next. */
static bool repeats;      /* Every Nth operation fails, but for those of the program itself. */
static const struct process *program;
static unsigned long count;
static const char *failed; /* What it was, once it failed. */

static int option(const char *value)
{
    char number[12];
    size_t len = value != NULL ? strlen(value) : 0;
    if (len == 0 || len >= sizeof number)
        return -EINVAL;
    strlcpy(number, value, sizeof number);
    grows = number[len - 1] == '+';
    repeats = number[len - 1] == '*';
    if (grows || repeats)
        number[len - 1] = '\0';
    return cmdline_number(number, 1, 1ul << 30, &nth);
}
CMDLINE_OPTION_NAMED(
    fail_nth, "fail-nth", option,
    "N[+|*]: the Nth allocation or disk operation of a program fails (+: N grows from run to run; "
    "*: and every Nth of its children)");

/* With interrupts off. */
static bool is_due(const struct process *asks)
{
    if (program == NULL)
        program = asks;
    if (repeats && asks == program)
        return false;
    count++;
    return repeats ? count % nth == 0 : count == nth;
}

bool fail_nth_hit(const char *what)
{
    const struct process *asks = thread_current()->process;
    if (intr_context() || asks == NULL)
        return false;
    enum intr_level old = intr_disable();
    bool hit = is_due(asks);
    intr_set_level(old);
    if (hit) {
        failed = what;
        kstat_inc(&injected);
    }
    return hit;
}

void fail_nth_begin(void)
{
    count = 0;
    program = NULL;
    failed = NULL;
    fail_nth_armed = nth != 0;
}

void fail_nth_end(void)
{
    fail_nth_armed = false;
    if (nth == 0)
        return;
    printf("fail-nth: %lu of %lu: %s\n", nth, count, failed != NULL ? failed : "nothing failed");
    nth += grows;
}
