/* SPDX-License-Identifier: MIT
 * Workload: shuffles 128 kB again and again.  No byte may get lost, and the same seed must give the
 * same result when all is done once more.
 */
#include <random.h>
#include <string.h>
#include "tests/lib.h"

#define SIZE (128 * 1024)
#define ROUNDS 10

static unsigned char buffer[SIZE];

static void fill(void)
{
    for (size_t i = 0; i < SIZE; i++)
        buffer[i] = i * 257 >> 3;
}

static void shuffle(void)
{
    for (size_t i = SIZE - 1; i > 0; i--) {
        size_t j = random_ulong() % (i + 1);
        unsigned char t = buffer[i];
        buffer[i] = buffer[j];
        buffer[j] = t;
    }
}

static void count(unsigned counts[256])
{
    memset(counts, 0, 256 * sizeof *counts);
    for (size_t i = 0; i < SIZE; i++)
        counts[buffer[i]]++;
}

/* Depends on the order too. */
static unsigned checksum(void)
{
    unsigned sum = 0;
    for (size_t i = 0; i < SIZE; i++)
        sum = sum * 31 + buffer[i];
    return sum;
}

static unsigned shuffle_all(void)
{
    unsigned before[256], after[256];
    random_init(42);
    fill();
    count(before);
    for (int round = 0; round < ROUNDS; round++) {
        shuffle();
        count(after);
        REQUIRE(memcmp(before, after, sizeof before) == 0, "round %d changed a byte", round);
    }
    return checksum();
}

int main(void)
{
    unsigned first = shuffle_all();
    msg("checksum %u", first);
    unsigned second = shuffle_all();
    CHECK(second == first, "checksum %u once more", second);
    return EXIT_SUCCESS;
}
