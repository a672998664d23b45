/* SPDX-License-Identifier: MIT
 * read, write, seek, tell and filesize agree about a file, at odd places and past its end.
 */
#include <string.h>
#include "tests/lib.h"

static unsigned char buffer[20000];

int main(void)
{
    make_file("sample", 10000, 1);
    int fd = open_file("sample");
    CHECK(filesize(fd) == 10000, "its size");
    CHECK(read(fd, buffer, sizeof buffer) == 10000, "read more than there is");
    check_bytes("all of it", buffer, 10000, 0, 1);
    CHECK(read(fd, buffer, 10) == 0 && tell(fd) == 10000, "read at the end");
    seek(fd, 50000);
    CHECK(tell(fd) == 50000 && read(fd, buffer, 10) == 0, "read past the end");
    for (int at = 4090; at < 4100; at++) {
        seek(fd, at);
        REQUIRE(read(fd, buffer, 4097) == 4097, "read at %d", at);
        check_bytes("across pages", buffer, 4097, at, 1);
    }
    msg("read across pages");

    seek(fd, 4095);
    CHECK(write(fd, "ab", 2) == 2 && tell(fd) == 4097, "write across pages");
    seek(fd, 4094);
    CHECK(read(fd, buffer, 4) == 4 && memcmp(buffer + 1, "ab", 2) == 0, "and read it back");
    CHECK(buffer[0] == pattern(4094, 1) && buffer[3] == pattern(4097, 1), "its neighbours stay");

    seek(fd, 12000);
    CHECK(write(fd, "end", 3) == 3 && filesize(fd) == 12003, "write past the end");
    seek(fd, 10000);
    CHECK(read(fd, buffer, 2003) == 2003, "read the new part");
    for (int i = 0; i < 2000; i++)
        REQUIRE(buffer[i] == 0, "byte %d of the gap is %#x", i, buffer[i]);
    CHECK(memcmp(buffer + 2000, "end", 3) == 0, "zeros, then what was written");
    return EXIT_SUCCESS;
}
