/* SPDX-License-Identifier: MIT
 * Descriptors of one file have a position each; many can be open, then open is -1 until one is
 * closed; all are closed at exit, and a child inherits none.
 *
 * @matrix: jitter=1..10
 */
#include <stdio.h>
#include <stdlib.h>
#include "tests/lib.h"

#define MANY_MAX 5000

static void check_positions(void)
{
    unsigned char a[10], b[10];
    int fd1 = open_file("sample"), fd2 = open_file("sample");
    REQUIRE(fd1 != fd2, "one descriptor for two");
    seek(fd1, 500);
    CHECK(tell(fd1) == 500 && tell(fd2) == 0, "positions are separate");
    REQUIRE(read(fd1, a, 10) == 10 && read(fd2, b, 10) == 10, "read");
    check_bytes("at 500", a, 10, 500, 1);
    check_bytes("at 0", b, 10, 0, 1);
    close(fd1);
    CHECK(read(fd2, b, 10) == 10 && tell(fd2) == 20, "closing one leaves the other");
    close(fd2);
}

static int open_many(void)
{
    int n = 0, fd, last = -1;
    while (n < MANY_MAX && (fd = open("sample")) >= 0) {
        last = fd;
        n++;
    }
    CHECK(n >= 128 && n < MANY_MAX, "many can be open");
    close(last);
    CHECK(open("sample") == last, "one closed, one opened");
    return last;
}

static int child(int fd)
{
    char buffer[1];
    return read(fd, buffer, 1) == -1 && filesize(fd) == -1 ? 33 : 1;
}

int main(int argc, char *argv[])
{
    char cmd_line[40];
    if (argc > 1)
        return child(atoi(argv[1]));
    make_file("sample", 1000, 1);
    check_positions();
    int fd = open_many();
    snprintf(cmd_line, sizeof cmd_line, "fd-many %d", fd);
    CHECK(run(cmd_line) == 33, "a child inherits none");
    return EXIT_SUCCESS;
}
