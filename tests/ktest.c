/* SPDX-License-Identifier: MIT
 * Runs in-kernel tests: the actions "ktest NAME" and "ktest-list".
 *
 * A test runs in the initial thread, so that its priority and its name are the usual ones.  fail()
 * cannot unwind a test, so it ends the whole run.
 */
#include "tests/ktest.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "devices/shutdown.h"
#include "threads/cmdline.h"

extern const struct ktest *const __start_ktest[], *const __stop_ktest[];

static const struct ktest *current;

void msg(const char *format, ...)
{
    char text[160];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    printf("(%s) %s\n", current->name, text);
}

void fail(const char *format, ...)
{
    char text[160];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    printf("(%s) FAIL: %s\n", current->name, text);
    shutdown_set_outcome(OUTCOME_FAILED);
    shutdown_power_off();
}

/* Equal, a dash being as good as an underscore. */
static bool same_name(const char *a, const char *b)
{
    for (; *a != '\0' && *b != '\0'; a++, b++) {
        if ((*a == '-' ? '_' : *a) != (*b == '-' ? '_' : *b))
            return false;
    }
    return *a == *b;
}

static int ktest(char **argv)
{
    for (const struct ktest *const *t = __start_ktest; t < __stop_ktest; t++) {
        if (same_name((*t)->name, argv[1])) {
            current = *t;
            current->run();
            msg("PASS");
            return 0;
        }
    }
    printf("No in-kernel test is called '%s'.\n", argv[1]);
    return -1;
}

static int ktest_list(char **argv)
{
    for (const struct ktest *const *t = __start_ktest; t < __stop_ktest; t++)
        printf("%s\n", (*t)->name);
    return 0;
}

CMDLINE_ACTION("ktest", 1, ktest, "NAME: run an in-kernel test");
CMDLINE_ACTION("ktest-list", 0, ktest_list, ": list the in-kernel tests");
