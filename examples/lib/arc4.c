/* SPDX-License-Identifier: MIT
 * The ARC4 stream cipher: see arc4.h.
 */
#include "examples/lib/arc4.h"

static inline void swap(uint8_t *a, uint8_t *b)
{
    uint8_t t = *a;
    *a = *b;
    *b = t;
}

void arc4_init(struct arc4 *a, const void *key, size_t key_size)
{
    const uint8_t *k = key;
    uint8_t j = 0;
    for (int i = 0; i < 256; i++)
        a->s[i] = i;
    for (int i = 0; i < 256; i++) {
        j += a->s[i] + k[i % key_size];
        swap(&a->s[i], &a->s[j]);
    }
    a->i = a->j = 0;
}

/* The indices stay in registers: a store through P might change the ones in *A, for all the
 * compiler knows. */
void arc4_crypt(struct arc4 *a, void *data, size_t size)
{
    uint8_t *p = data, *end = p + size;
    uint32_t i = a->i, j = a->j;
    while (p < end) {
        i = (i + 1) & 255;
        uint32_t x = a->s[i];
        j = (j + x) & 255;
        uint32_t y = a->s[j];
        a->s[i] = y;
        a->s[j] = x;
        *p++ ^= a->s[(x + y) & 255];
    }
    a->i = i;
    a->j = j;
}
