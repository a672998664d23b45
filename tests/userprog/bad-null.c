/* SPDX-License-Identifier: MIT
 * A null pointer, in every system call that takes a pointer, ends the program.
 */
#include "tests/userprog/pointers.h"

static const struct test_case cases[] = {GIVE_AS_NAME, GIVE_AS_SOURCE, GIVE_AS_TARGET};

int main(int argc, char *argv[])
{
    make_sample(argc);
    pointer = NULL;
    return EXPECT_KILLED(cases);
}
