/* SPDX-License-Identifier: MIT
 * A string or buffer at the very end of user space that would go on in the kernel ends the program.
 */
#include "tests/userprog/pointers.h"

static const struct test_case cases[] = {GIVE_AS_NAME, GIVE_AS_SOURCE, GIVE_AS_TARGET};

int main(int argc, char *argv[])
{
    make_sample(argc);
    pointer = USER_END - 1;
    if (argc > 1) /* (It is the NUL of argv[0].) */
        *pointer = 'x';
    return EXPECT_KILLED(cases);
}
