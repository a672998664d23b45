/* SPDX-License-Identifier: MIT
 * Numbers on the command line: the whole value, in range, or refused.
 */
#include <errno.h>
#include <stddef.h>
#include "tests/ktest.h"
#include "threads/cmdline.h"

static void accept(const char *value, unsigned long expected)
{
    unsigned long number = ~expected;
    if (cmdline_number(value, 0, -1UL, &number) != 0 || number != expected)
        fail("'%s' is %lu, not %lu", value, number, expected);
}

static void refuse(const char *value)
{
    unsigned long number = 77;
    if (cmdline_number(value, 5, 4096, &number) != -EINVAL || number != 77)
        fail("'%s' was taken for %lu", value, number);
}

KTEST(cmdline_number)
{
    accept("0", 0);
    accept("4096", 4096);
    accept("0007", 7);
    accept("4294967295", 4294967295);
    accept("0xFfFfFfFf", 0xffffffff);
    accept("0x0", 0);

    static const char *const bad[] = {
        "",   "-1",  "+7",         "4097",       "4",           "7 ",  " 7",  "7k",
        "0x", "0xg", "4294967296", "4294967303", "99999999999", "1e2", "x10", "0x100000007",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refuse(bad[i]);
    refuse(NULL);
}
