/* SPDX-License-Identifier: MIT
 * A write that makes a file longer, and for which the cache has too few pages, so that they leave
 * before it has ended: nothing of it is lost, nor of what comes right behind it.
 * @kind: user
 * @options: -cache=8
 */
#include "tests/lib.h"

#define SIZE 100000

static char buffer[SIZE];

int main(void)
{
    for (size_t i = 0; i < SIZE; i++)
        buffer[i] = pattern(i, 1);
    REQUIRE(create("file", 0), "create");
    int fd = open_file("file");
    REQUIRE(write(fd, buffer, 100) == 100, "the beginning");
    REQUIRE(write(fd, buffer + 100, SIZE - 1100) == SIZE - 1100, "most of it");
    REQUIRE(write(fd, buffer + SIZE - 1000, 1000) == 1000, "the end");
    close(fd);
    check_file("file", SIZE, 1);
    msg("all of it is there");
    return 0;
}
