/* SPDX-License-Identifier: MIT
 * A size so big that the buffer wraps around, or reaches into the kernel, ends the program.
 */
#include "tests/userprog/pointers.h"

static const struct test_case cases[] = {GIVE_AS_SOURCE, GIVE_AS_TARGET};

int main(int argc, char *argv[])
{
    make_sample(argc);
    static char buffer[64];
    pointer = buffer;
    pointer_size = argc > 1 && argv[1][0] == 'w' ? 0xffffffff : 0xc0000000 - (unsigned)buffer + 1;
    return EXPECT_KILLED(cases);
}
