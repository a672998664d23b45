/* SPDX-License-Identifier: MIT
 * A small generator for tests, guests and jitter, whose sequence is the same everywhere.
 */
#ifndef LIB_XORSHIFT_H
#define LIB_XORSHIFT_H

#include <stdint.h>

/* The next number after *STATE, which is never 0 (Marsaglia, "Xorshift RNGs", 2003). */
static inline uint32_t xorshift32(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    return *state ^= *state << 5;
}

#endif
