/* SPDX-License-Identifier: MIT
 * The ARC4 stream cipher: turns memory into noise and back.  For workloads, not for secrets.
 */
#ifndef EXAMPLES_LIB_ARC4_H
#define EXAMPLES_LIB_ARC4_H

#include <stddef.h>
#include <stdint.h>

struct arc4 {
    uint8_t s[256];
    uint8_t i, j;
};

void arc4_init(struct arc4 *, const void *key, size_t key_size);

/* Encrypts or decrypts SIZE bytes in place. */
void arc4_crypt(struct arc4 *, void *data, size_t size);

#endif
