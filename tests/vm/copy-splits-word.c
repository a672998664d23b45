/* SPDX-License-Identifier: MIT
 * `read` and `write` where one word of the kernel's copy lies on two pages of the program, neither
 * or only one of which is there yet.
 * @ticks: 500
 */
#include <string.h>
#include "tests/lib.h"

static char area[64 * TEST_PAGE];

/* The bytes around a page border that nobody touched, OFS before it. */
static char *fresh(unsigned ofs)
{
    static unsigned page;
    page += 2;
    return area + page * TEST_PAGE - ofs;
}

int main(void)
{
    static const char zeros[64];
    make_file("data", 64, 3);
    int fd = open_file("data");
    for (unsigned ofs = 1; ofs <= 9; ofs++) {
        char *p = fresh(ofs);
        if (ofs % 2)
            *p = 1;
        seek(fd, 0);
        REQUIRE(read(fd, p, 64) == 64, "read at %u before a border", ofs);
        check_bytes("what was read", p, 64, 0, 3);
        p = fresh(ofs);
        seek(fd, 0);
        REQUIRE(write(fd, p, 64) == 64, "write at %u before a border", ofs);
        seek(fd, 0);
        REQUIRE(read(fd, p, 64) == 64 && !memcmp(p, zeros, 64), "zeros at %u", ofs);
        seek(fd, 0);
        for (unsigned i = 0; i < 64; i++)
            p[i] = pattern(i, 3);
        REQUIRE(write(fd, p, 64) == 64, "write back");
    }
    return 0;
}
