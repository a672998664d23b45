/* SPDX-License-Identifier: MIT
 * A program with 3 MB of bss costs what it touches: all of it is zero, holds what is written, and
 * looking at it writes nothing to the swap disk.
 *
 * @mem: 4
 * @matrix: evict=clock,fifo,random ul=100
 */
#include "tests/lib.h"

#define SIZE (3 * 1024 * 1024)
#define STEP 1000

static volatile unsigned char bss[SIZE];
static int data[3000] = {1, 2, 3};

int main(void)
{
    CHECK(data[0] == 1 && data[2] == 3 && data[2999] == 0, "initialised data");
    for (size_t i = 0; i < SIZE; i += STEP)
        REQUIRE(bss[i] == 0, "byte %zu is %#x", i, bss[i]);
    msg("all zero");
    for (size_t i = 0; i < SIZE; i += STEP)
        bss[i] = pattern(i, 1);
    for (size_t i = 0; i < SIZE; i += STEP)
        REQUIRE(bss[i] == pattern(i, 1), "byte %zu is %#x", i, bss[i]);
    msg("all written and read");
    return EXIT_SUCCESS;
}
