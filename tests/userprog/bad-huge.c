/* SPDX-License-Identifier: MIT
 * A size so big that the buffer would wrap around, or reach into the kernel, ends the program, even
 * where the file has too few bytes to get there.
 */
#include "tests/userprog/pointers.h"

static char buffer[2 * SAMPLE_SIZE];

static void read_wraps(void)
{
    pointer_size = 0xffffffff;
    give_read();
}

static void read_into_kernel(void)
{
    pointer_size = USER_END - buffer + 1;
    give_read();
}

static void write_wraps(void)
{
    pointer_size = -(unsigned)buffer + 10;
    give_write();
}

static void print_wraps(void)
{
    pointer_size = 0xfffffff0;
    give_console();
}

static const struct test_case cases[] = {
    {"read", read_wraps},
    {"read-kernel", read_into_kernel},
    {"write", write_wraps},
    {"console", print_wraps},
};

int main(int argc, char *argv[])
{
    make_sample(argc);
    pointer = buffer;
    return EXPECT_KILLED(cases);
}
