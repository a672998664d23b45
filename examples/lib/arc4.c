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

void arc4_crypt(struct arc4 *a, void *data, size_t size)
{
    uint8_t *p = data;
    while (size-- > 0) {
        a->i++;
        a->j += a->s[a->i];
        swap(&a->s[a->i], &a->s[a->j]);
        *p++ ^= a->s[(uint8_t)(a->s[a->i] + a->s[a->j])];
    }
}
