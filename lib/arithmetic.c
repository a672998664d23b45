/* SPDX-License-Identifier: MIT
 * 64-bit division for a 32-bit machine.
 *
 * The compiler calls these by name for `/` and `%` on 64-bit operands.  They stand in libgcc, of
 * which a plain `gcc -m32` on a 64-bit system has no 32-bit copy.
 */
#include <stddef.h>
#include <stdint.h>

uint64_t __udivmoddi4(uint64_t n, uint64_t d, uint64_t *remainder);
uint64_t __udivdi3(uint64_t n, uint64_t d);
uint64_t __umoddi3(uint64_t n, uint64_t d);
int64_t __divdi3(int64_t n, int64_t d);
int64_t __moddi3(int64_t n, int64_t d);
int64_t __divmoddi4(int64_t n, int64_t d, int64_t *remainder);

/* HIGH:LOW / D with the hardware's 64-by-32-bit division, which traps unless HIGH < D. */
static inline uint32_t divl(uint32_t high, uint32_t low, uint32_t d, uint32_t *remainder)
{
    uint32_t quotient;
    asm("divl %4" : "=a"(quotient), "=d"(*remainder) : "0"(low), "1"(high), "rm"(d) : "cc");
    return quotient;
}

/* Schoolbook division in base 2^32: two digits by one.  D of 0 traps here, as it should. */
static uint64_t divide_by_word(uint64_t n, uint32_t d, uint64_t *remainder)
{
    uint32_t r;
    uint32_t high = divl(0, n >> 32, d, &r);
    uint32_t low = divl(r, n, d, &r);
    *remainder = r;
    return (uint64_t)high << 32 | low;
}

/* D >= 2^32, so the quotient fits a word.  Divide by D's top 32 significant bits alone (N halved
 * first, so that divl cannot overflow): the estimate is right or one too large.  Take one off to be
 * at most one too small, and correct. */
static uint64_t divide_by_long(uint64_t n, uint64_t d, uint64_t *remainder)
{
    int shift = __builtin_clz((uint32_t)(d >> 32));
    uint32_t top = (d << shift) >> 32;
    uint32_t unused;
    uint64_t quotient = divl(n >> 33, n >> 1, top, &unused);
    quotient = (quotient << shift) >> 31;
    if (quotient > 0) {
        quotient--;
    }
    uint64_t r = n - quotient * d;
    if (r >= d) {
        r -= d;
        quotient++;
    }
    *remainder = r;
    return quotient;
}

uint64_t __udivmoddi4(uint64_t n, uint64_t d, uint64_t *remainder)
{
    uint64_t r;
    uint64_t quotient = d >> 32 == 0 ? divide_by_word(n, d, &r) : divide_by_long(n, d, &r);
    if (remainder != NULL) {
        *remainder = r;
    }
    return quotient;
}

uint64_t __udivdi3(uint64_t n, uint64_t d)
{
    return __udivmoddi4(n, d, NULL);
}

uint64_t __umoddi3(uint64_t n, uint64_t d)
{
    uint64_t r;
    __udivmoddi4(n, d, &r);
    return r;
}

static inline uint64_t magnitude(int64_t x)
{
    return x < 0 ? -(uint64_t)x : (uint64_t)x;
}

/* C rounds the quotient towards zero: the remainder has the dividend's sign. */
int64_t __divmoddi4(int64_t n, int64_t d, int64_t *remainder)
{
    uint64_t r;
    uint64_t quotient = __udivmoddi4(magnitude(n), magnitude(d), &r);
    if (remainder != NULL) {
        *remainder = n < 0 ? -r : r;
    }
    return (n < 0) != (d < 0) ? -quotient : quotient;
}

int64_t __divdi3(int64_t n, int64_t d)
{
    return __divmoddi4(n, d, NULL);
}

int64_t __moddi3(int64_t n, int64_t d)
{
    int64_t r;
    __divmoddi4(n, d, &r);
    return r;
}
