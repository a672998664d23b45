/* SPDX-License-Identifier: MIT
 * Sorting, searching and random bytes in a program: the sequence of seed 0 is the one that checkers
 * of Pintos tests compute.
 */
#include <random.h>
#include <stdlib.h>
#include <string.h>
#include "tests/lib.h"

static unsigned long numbers[1000];

static int compare(const void *a, const void *b)
{
    const unsigned long *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

int main(void)
{
    /* RC4 with the key 00 00 00 00, as with any number of zeros. */
    static const unsigned char expected[] = {0xde, 0x18, 0x89, 0x41, 0xa3, 0x37, 0x5d, 0x3a};
    unsigned char bytes[8];
    random_bytes(bytes, sizeof bytes);
    CHECK(memcmp(bytes, expected, sizeof bytes) == 0, "random bytes");

    random_bytes(numbers, sizeof numbers);
    unsigned long wanted = numbers[500];
    qsort(numbers, 1000, sizeof *numbers, compare);
    for (int i = 1; i < 1000; i++) {
        REQUIRE(numbers[i - 1] <= numbers[i], "numbers %d and %d", i - 1, i);
    }
    unsigned long *found = bsearch(&wanted, numbers, 1000, sizeof *numbers, compare);
    CHECK(found != NULL && *found == wanted, "sort and search");
    CHECK(atoi(" -42x") == -42, "atoi");
    return 0;
}
