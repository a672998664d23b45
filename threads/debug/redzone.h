/* SPDX-License-Identifier: MIT
 * Debug build: behind the bytes that were asked for, a heap block is filled with a pattern up to
 * its last word, which holds the size asked for.  Both are checked when it is freed.
 */
#ifndef THREADS_REDZONE_H
#define THREADS_REDZONE_H

#include <debug.h>
#include <stddef.h>
#include <stdint.h>

#define REDZONE 8u
#define REDZONE_BYTE 0xbd
#define REDZONE_KEY 0xdb5a0000u /* Exclusive-ored with the size, so that zeros are no size. */

static inline uint32_t *redzone_word(const void *block, size_t usable)
{
    return (uint32_t *)((uint8_t *)block + usable - sizeof(uint32_t));
}

static inline void redzone_set(void *block, size_t size, size_t usable)
{
    *redzone_word(block, usable) = size ^ REDZONE_KEY;
    uint8_t *end = (uint8_t *)redzone_word(block, usable);
    for (uint8_t *p = (uint8_t *)block + size; p < end; p++)
        *p = REDZONE_BYTE;
}

static inline size_t redzone_size(const void *block, size_t usable)
{
    return *redzone_word(block, usable) ^ REDZONE_KEY;
}

static inline void redzone_check(const void *block, size_t usable)
{
    size_t size = redzone_size(block, usable);
    const uint8_t *end = (const uint8_t *)redzone_word(block, usable);
    if (size > usable - REDZONE)
        PANIC("heap: size word behind block %p overwritten", block);
    for (const uint8_t *p = (const uint8_t *)block + size; p < end; p++)
        if (*p != REDZONE_BYTE)
            PANIC("heap: write past the end of block %p (%zu bytes), at byte %td", block, size,
                  p - (const uint8_t *)block);
}

#endif
