/* SPDX-License-Identifier: MIT
 * A bad file descriptor is an error result, or nothing, in every system call that takes one.
 */
#include <stdio.h>
#include "tests/lib.h"

static void try_all(int fd)
{
    char buffer[8];
    REQUIRE(read(fd, buffer, sizeof buffer) == -1, "read from %d", fd);
    REQUIRE(write(fd, "text", 4) == -1, "write to %d", fd);
    REQUIRE(filesize(fd) == -1, "filesize of %d", fd);
    REQUIRE(mmap(fd, MAP_AREA) == MAP_FAILED, "mmap of %d", fd);
    seek(fd, 10);
    REQUIRE(tell(fd) == (unsigned)-1, "tell of %d", fd);
    close(fd);
}

int main(void)
{
    static const int bad[] = {
        -1, 2, 3, 100, 1023, 1024, 1025, 5000, 0x40000002, -0x7fffffff - 1, 0x7fffffff};
    char buffer[8];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        try_all(bad[i]);
    msg("numbers that are not open");

    make_file("sample", 1000, 1);
    int fd = open_file("sample");
    CHECK(read(fd, buffer, 8) == 8, "an open one");
    close(fd);
    try_all(fd);
    msg("the same, closed");
    close(fd);
    msg("closed twice");

    CHECK(read(STDOUT_FILENO, buffer, 1) == -1, "read from the console");
    CHECK(write(STDIN_FILENO, buffer, 1) == -1, "write to the keyboard");
    CHECK(filesize(STDIN_FILENO) == -1 && filesize(STDOUT_FILENO) == -1, "their sizes");
    CHECK(mmap(STDIN_FILENO, MAP_AREA) == MAP_FAILED, "mmap of the keyboard");
    CHECK(mmap(STDOUT_FILENO, MAP_AREA) == MAP_FAILED, "mmap of the console");
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    REQUIRE(write(STDOUT_FILENO, " ", 1) == 1, "the console is closed");
    CHECK(printf(" ") == 1, "the console is still there");
    return EXIT_SUCCESS;
}
