/* SPDX-License-Identifier: MIT
 * Pseudo-random numbers: the same sequence for the same seed, on every machine.
 */
#ifndef LIB_RANDOM_H
#define LIB_RANDOM_H

#include <stddef.h>

/* Starts the sequence of SEED.  Without a call it is that of seed 0. */
void random_init(unsigned seed);

/* Fills BUFFER with the next SIZE bytes. */
void random_bytes(void *buffer, size_t size);

unsigned long random_ulong(void);

#endif
