/* SPDX-License-Identifier: MIT
 * A string or buffer that begins on a good page and goes on where nothing is mapped ends the
 * program.
 */
#include "tests/userprog/pointers.h"

static const struct test_case cases[] = {GIVE_AS_NAME, GIVE_AS_SOURCE, GIVE_AS_TARGET};

int main(int argc, char *argv[])
{
    make_sample(argc);
    pointer = map_border() - 50;
    for (int i = 0; i < 50; i++)
        pointer[i] = 'x';
    return EXPECT_KILLED(cases);
}
