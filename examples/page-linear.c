/* SPDX-License-Identifier: MIT
 * Workload: one process passes over 2 MB five times in a row: fills it, looks at it, encrypts it,
 * decrypts it and looks at it again.
 *
 * @sources: examples/lib/arc4.c
 */
#include <string.h>
#include "examples/lib/arc4.h"
#include "tests/lib.h"

#define SIZE (2 * 1024 * 1024)
#define FILL 0x5a

static char buffer[SIZE];

static void check_filled(void)
{
    for (size_t i = 0; i < SIZE; i++)
        REQUIRE(buffer[i] == FILL, "byte %zu is %#x, not %#x", i, (unsigned char)buffer[i], FILL);
}

static void crypt(void)
{
    struct arc4 arc4;
    arc4_init(&arc4, "pages", 5);
    arc4_crypt(&arc4, buffer, SIZE);
}

int main(void)
{
    msg("fill");
    memset(buffer, FILL, SIZE);
    msg("check");
    check_filled();
    msg("encrypt");
    crypt();
    msg("decrypt");
    crypt();
    msg("check");
    check_filled();
    return EXIT_SUCCESS;
}
