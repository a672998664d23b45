/* SPDX-License-Identifier: MIT
 * The stack grows within a system call too: for a buffer on it that was never touched, whole or in
 * part, and for file names and arguments.
 */
#include "tests/lib.h"

static NO_INLINE void read_to_new_stack(void)
{
    char buffer[65536];
    int fd = open_file("sample");
    CHECK(read(fd, buffer, sizeof buffer) == sizeof buffer, "read to a new part of the stack");
    check_bytes("buffer", buffer, sizeof buffer, 0, 1);
    close(fd);
}

/* What was never written is zero. */
static NO_INLINE void write_from_new_stack(void)
{
    char buffer[200000];
    int fd = open_file("zeros");
    asm volatile("" : "=m"(buffer));
    CHECK(write(fd, buffer, 50000) == 50000, "write from a new part of the stack");
    seek(fd, 0);
    CHECK(read(fd, buffer, 50000) == 50000, "read it back");
    for (int i = 0; i < 40000; i++)
        REQUIRE(buffer[i] == 0, "byte %d is %d", i, buffer[i]);
    close(fd);
}

int main(void)
{
    make_file("sample", 65536, 1);
    REQUIRE(create("zeros", 50000), "create");
    read_to_new_stack();
    write_from_new_stack();
    return EXIT_SUCCESS;
}
