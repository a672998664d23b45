/* SPDX-License-Identifier: MIT
 * The generator is RC4 by a published vector, repeats for a seed, and cuts its bytes anyhow.
 *
 * @sources: lib/random.c
 */
#include "tests/host/lib.h"
#include <random.h>
#include <string.h>

int main(void)
{
    /* The well-known vector of the key "Wiki". */
    static const uint8_t wiki[] = {0x60, 0x44, 0xdb, 0x6d, 0x41, 0xb7};
    uint8_t a[300], b[300];

    random_bytes(a, sizeof a);
    random_init(0);
    random_bytes(b, sizeof b);
    CHECK(memcmp(a, b, sizeof a) == 0, "without a call the seed is 0");

    random_init('W' | 'i' << 8 | 'k' << 16 | 'i' << 24);
    random_bytes(a, sizeof a);
    CHECK(memcmp(a, wiki, sizeof wiki) == 0, "not RC4: %02x %02x", a[0], a[1]);

    random_init('W' | 'i' << 8 | 'k' << 16 | 'i' << 24);
    unsigned long first = random_ulong();
    CHECK(memcmp(&first, a, sizeof first) == 0, "random_ulong takes other bytes");
    for (size_t i = sizeof first; i < sizeof a; i += 4) {
        random_bytes(b + i, 4);
    }
    CHECK(memcmp(a + sizeof first, b + sizeof first, sizeof a - sizeof first) == 0, "in pieces");
    return 0;
}
