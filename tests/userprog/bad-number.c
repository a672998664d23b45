/* SPDX-License-Identifier: MIT
 * A system call number that there is not ends the program.
 */
#include "lib/user/syscall-stub.h"
#include "tests/userprog/pointers.h"

static void number_past_table(void)
{
    syscall0(1000);
}

static void number_minus_one(void)
{
    syscall0(-1);
}

/* Times 4, 8, 12 or 16, as in a table, these wrap around to the number of `halt`. */
static void number_wraps_4(void)
{
    syscall0(0x40000000);
}

static void number_wraps_2(void)
{
    syscall0(0x80000000);
}

static void number_wraps_3(void)
{
    syscall0(0x55555556);
}

static const struct test_case cases[] = {
    {"1000", number_past_table},    {"-1", number_minus_one},       {"0x40000000", number_wraps_4},
    {"0x80000000", number_wraps_2}, {"0x55555556", number_wraps_3},
};

int main(int argc, char *argv[])
{
    return EXPECT_KILLED(cases);
}
