/* SPDX-License-Identifier: MIT
 * Reading into the program's own text, which it must not write, ends the program.
 */
#include "tests/userprog/pointers.h"

int main(int argc, char *argv[]);

static const struct test_case cases[] = {GIVE_AS_TARGET};

int main(int argc, char *argv[])
{
    make_sample(argc);
    pointer = (char *)main;
    return EXPECT_KILLED(cases);
}
