/* SPDX-License-Identifier: MIT
 * Signed 17.14 fixed-point numbers: an int counts 1/16384ths.
 */
#ifndef THREADS_FIXED_POINT_H
#define THREADS_FIXED_POINT_H

#include <stdint.h>

typedef int fixed_t;

#define FIXED_BITS 14
#define FIXED_ONE (1 << FIXED_BITS)

static inline fixed_t fixed_from_int(int n)
{
    return n * FIXED_ONE;
}

/* Toward zero. */
static inline int fixed_trunc(fixed_t x)
{
    return x / FIXED_ONE;
}

/* To the nearest, halves away from zero; also of a number that takes more than 17 bits. */
static inline int fixed_round(int64_t x)
{
    return (x >= 0 ? x + FIXED_ONE / 2 : x - FIXED_ONE / 2) / FIXED_ONE;
}

static inline fixed_t fixed_mul(fixed_t x, fixed_t y)
{
    return (int64_t)x * y >> FIXED_BITS;
}

static inline fixed_t fixed_div(fixed_t x, fixed_t y)
{
    return (int64_t)x * FIXED_ONE / y;
}

#endif
