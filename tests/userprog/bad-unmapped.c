/* SPDX-License-Identifier: MIT
 * A pointer to where nothing is mapped, in every system call, ends the program.
 */
#include "tests/userprog/pointers.h"

static const struct test_case cases[] = {GIVE_AS_NAME, GIVE_AS_SOURCE, GIVE_AS_TARGET};

int main(int argc, char *argv[])
{
    make_sample(argc);
    pointer = UNMAPPED;
    return EXPECT_KILLED(cases);
}
