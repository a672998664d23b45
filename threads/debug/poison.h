/* SPDX-License-Identifier: MIT
 * Debug build: freed memory is filled with a pattern, and checked when it is handed out again.
 */
#ifndef THREADS_POISON_H
#define THREADS_POISON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define POISON_WORD 0xccccccccu

/* BLOCK and SIZE are multiples of 4. */
static inline void poison_fill(void *block, size_t size)
{
    uint32_t *words = block;
    for (size_t i = 0; i < size / sizeof *words; i++)
        words[i] = POISON_WORD;
}

static inline bool poison_intact(const void *block, size_t size)
{
    const uint32_t *words = block;
    for (size_t i = 0; i < size / sizeof *words; i++) {
        if (words[i] != POISON_WORD)
            return false;
    }
    return true;
}

#endif
