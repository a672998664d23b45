/* SPDX-License-Identifier: MIT
 * Arrays of bits.
 */
#include "bitmap.h"
#include <debug.h>
#include <limits.h>
#include <round.h>
#include "threads/malloc.h"

typedef unsigned long word_t;
#define WORD_BITS (sizeof(word_t) * CHAR_BIT)

struct bitmap {
    size_t bit_count;
    word_t *words; /* Bits past the end mean nothing. */
};

static word_t bit_mask(size_t index)
{
    return (word_t)1 << index % WORD_BITS;
}

static size_t word_bytes(size_t bit_count)
{
    return DIV_ROUND_UP(bit_count, WORD_BITS) * sizeof(word_t);
}

/* ---- Making and freeing ---- */

size_t bitmap_buf_size(size_t count)
{
    return sizeof(struct bitmap) + word_bytes(count);
}

struct bitmap *bitmap_create_in_buf(size_t count, void *block, size_t block_size)
{
    struct bitmap *b = block;
    ASSERT(block_size >= bitmap_buf_size(count));
    b->bit_count = count;
    b->words = (word_t *)(b + 1);
    bitmap_set_all(b, false);
    return b;
}

struct bitmap *bitmap_create(size_t count)
{
    void *block = malloc(bitmap_buf_size(count));
    return block != NULL ? bitmap_create_in_buf(count, block, bitmap_buf_size(count)) : NULL;
}

void bitmap_destroy(struct bitmap *b)
{
    free(b);
}

size_t bitmap_size(const struct bitmap *b)
{
    return b->bit_count;
}

void *bitmap_bytes(const struct bitmap *b)
{
    return b->words;
}

size_t bitmap_file_size(const struct bitmap *b)
{
    return word_bytes(b->bit_count);
}

/* ---- One bit ---- */

void bitmap_set(struct bitmap *b, size_t index, bool value)
{
    if (value) {
        bitmap_mark(b, index);
    } else {
        bitmap_reset(b, index);
    }
}

void bitmap_mark(struct bitmap *b, size_t index)
{
    ASSERT(index < b->bit_count);
    __atomic_fetch_or(&b->words[index / WORD_BITS], bit_mask(index), __ATOMIC_RELAXED);
}

void bitmap_reset(struct bitmap *b, size_t index)
{
    ASSERT(index < b->bit_count);
    __atomic_fetch_and(&b->words[index / WORD_BITS], ~bit_mask(index), __ATOMIC_RELAXED);
}

void bitmap_flip(struct bitmap *b, size_t index)
{
    ASSERT(index < b->bit_count);
    __atomic_fetch_xor(&b->words[index / WORD_BITS], bit_mask(index), __ATOMIC_RELAXED);
}

bool bitmap_test(const struct bitmap *b, size_t index)
{
    ASSERT(index < b->bit_count);
    return (b->words[index / WORD_BITS] & bit_mask(index)) != 0;
}

/* ---- Several bits ---- */

static void check_range(const struct bitmap *b, size_t start, size_t count)
{
    ASSERT(start <= b->bit_count && count <= b->bit_count - start);
}

void bitmap_set_all(struct bitmap *b, bool value)
{
    size_t words = DIV_ROUND_UP(b->bit_count, WORD_BITS);
    for (size_t i = 0; i < words; i++) {
        b->words[i] = value ? ~(word_t)0 : 0;
    }
}

void bitmap_set_multiple(struct bitmap *b, size_t start, size_t count, bool value)
{
    check_range(b, start, count);
    for (size_t i = 0; i < count; i++) {
        bitmap_set(b, start + i, value);
    }
}

/* The index of the first bit equal to VALUE in [START, END), or END.  Looks at a word at a time. */
static size_t find_bit(const struct bitmap *b, size_t start, size_t end, bool value)
{
    while (start < end) {
        word_t word = b->words[start / WORD_BITS];
        word = (value ? word : ~word) & -bit_mask(start);
        if (word != 0) {
            size_t found = ROUND_DOWN(start, WORD_BITS) + __builtin_ctzl(word);
            return found < end ? found : end;
        }
        start = ROUND_DOWN(start, WORD_BITS) + WORD_BITS;
    }
    return end;
}

size_t bitmap_count(const struct bitmap *b, size_t start, size_t count, bool value)
{
    check_range(b, start, count);
    size_t end = start + count, found = 0;
    while ((start = find_bit(b, start, end, value)) < end) {
        size_t group_end = find_bit(b, start, end, !value);
        found += group_end - start;
        start = group_end;
    }
    return found;
}

bool bitmap_contains(const struct bitmap *b, size_t start, size_t count, bool value)
{
    check_range(b, start, count);
    return find_bit(b, start, start + count, value) < start + count;
}

bool bitmap_any(const struct bitmap *b, size_t start, size_t count)
{
    return bitmap_contains(b, start, count, true);
}

bool bitmap_none(const struct bitmap *b, size_t start, size_t count)
{
    return !bitmap_contains(b, start, count, true);
}

bool bitmap_all(const struct bitmap *b, size_t start, size_t count)
{
    return !bitmap_contains(b, start, count, false);
}

size_t bitmap_scan(const struct bitmap *b, size_t start, size_t count, bool value)
{
    ASSERT(start <= b->bit_count);
    if (count == 0) {
        return start;
    }
    while (count <= b->bit_count - start) {
        start = find_bit(b, start, b->bit_count, value);
        if (count > b->bit_count - start) {
            break;
        }
        size_t end = find_bit(b, start, start + count, !value);
        if (end - start == count) {
            return start;
        }
        start = end;
    }
    return BITMAP_ERROR;
}

size_t bitmap_scan_and_flip(struct bitmap *b, size_t start, size_t count, bool value)
{
    size_t index = bitmap_scan(b, start, count, value);
    if (index != BITMAP_ERROR) {
        bitmap_set_multiple(b, index, count, !value);
    }
    return index;
}
