/* SPDX-License-Identifier: MIT
 * Pseudo-random numbers: RC4 with the seed's four bytes as its key.
 *
 * Not for secrets.  This generator because Pintos's is the same, and checkers of its tests know
 * what bytes a seed gives.
 */
#include <random.h>
#include <stdbool.h>
#include <stdint.h>

static uint8_t state[256];
static uint8_t at_i, at_j;
static bool seeded;

static uint8_t exchange(uint8_t i, uint8_t j)
{
    uint8_t a = state[i], b = state[j];
    state[i] = b;
    state[j] = a;
    return a + b;
}

void random_init(unsigned seed)
{
    for (unsigned i = 0; i < 256; i++) {
        state[i] = i;
    }
    uint8_t j = 0;
    for (unsigned i = 0; i < 256; i++) {
        j += state[i] + (uint8_t)(seed >> (i % 4 * 8));
        exchange(i, j);
    }
    at_i = at_j = 0;
    seeded = true;
}

void random_bytes(void *buffer, size_t size)
{
    if (!seeded) {
        random_init(0);
    }
    for (uint8_t *p = buffer; size > 0; size--) {
        at_i++;
        at_j += state[at_i];
        *p++ = state[exchange(at_i, at_j)];
    }
}

unsigned long random_ulong(void)
{
    unsigned long value;
    random_bytes(&value, sizeof value);
    return value;
}
