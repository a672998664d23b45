/* SPDX-License-Identifier: MIT
 * A pointer to the last byte of the address space, so that the range wraps around, ends the
 * program.
 */
#include "tests/userprog/pointers.h"

static const struct test_case cases[] = {GIVE_AS_NAME, GIVE_AS_SOURCE, GIVE_AS_TARGET};

int main(int argc, char *argv[])
{
    make_sample(argc);
    pointer = (char *)0xffffffff;
    return EXPECT_KILLED(cases);
}
