/* SPDX-License-Identifier: MIT
 * Bitmaps against arrays of bool, with sizes around the word's.
 *
 * @sources: lib/kernel/bitmap.c
 */
#include "tests/host/lib.h"
#include <bitmap.h>
#include <string.h>

#define MAX 200

static bool model[MAX];

static size_t model_count(size_t start, size_t count, bool value)
{
    size_t found = 0;
    for (size_t i = start; i < start + count; i++) {
        found += model[i] == value;
    }
    return found;
}

static size_t model_scan(size_t size, size_t start, size_t count, bool value)
{
    for (size_t i = start; i + count <= size; i++) {
        if (model_count(i, count, value) == count) {
            return i;
        }
    }
    return BITMAP_ERROR;
}

static void check_queries(struct bitmap *b, size_t size)
{
    size_t start = case_below(size + 1), count = case_below(size - start + 1);
    bool value = case_below(2);
    size_t found = model_count(start, count, value);
    size_t set = value ? found : count - found;
    CHECK(bitmap_size(b) == size, "size");
    CHECK(bitmap_count(b, start, count, value) == found, "count [%zu,+%zu)", start, count);
    CHECK(bitmap_contains(b, start, count, value) == (found > 0), "contains");
    CHECK(bitmap_any(b, start, count) == (set > 0), "any");
    CHECK(bitmap_none(b, start, count) == (set == 0), "none");
    CHECK(bitmap_all(b, start, count) == (set == count), "all [%zu,+%zu)", start, count);
    count = case_below(2) ? case_below(5) : case_below(size + 3);
    CHECK(bitmap_scan(b, start, count, value) == model_scan(size, start, count, value),
          "scan of %zu from %zu for %zu: %zu", size, start, count,
          bitmap_scan(b, start, count, value));
}

static void scan_and_flip(struct bitmap *b, size_t size)
{
    size_t start = case_below(size + 1), count = case_below(6);
    bool value = case_below(2);
    size_t expected = model_scan(size, start, count, value);
    size_t found = bitmap_scan_and_flip(b, start, count, value);
    CHECK(found == expected, "scan from %zu for %zu: %zu, not %zu", start, count, found, expected);
    for (size_t i = 0; found != BITMAP_ERROR && i < count; i++) {
        model[found + i] = !value;
    }
}

static void change(struct bitmap *b, size_t size)
{
    size_t i = case_below(size), count = case_below(size - i + 1);
    bool value = case_below(2);
    switch (case_below(12)) {
    case 0:
        bitmap_set_all(b, value);
        memset(model, value, size);
        break;
    case 1:
        bitmap_set_multiple(b, i, count, value);
        memset(model + i, value, count);
        break;
    case 2:
        scan_and_flip(b, size);
        break;
    case 3:
        bitmap_mark(b, i);
        model[i] = true;
        break;
    case 4:
        bitmap_reset(b, i);
        model[i] = false;
        break;
    case 5:
        bitmap_flip(b, i);
        model[i] = !model[i];
        break;
    default:
        bitmap_set(b, i, value);
        model[i] = value;
        break;
    }
}

static void check_size(size_t size)
{
    struct bitmap *b = bitmap_create(size);
    CHECK(b != NULL && bitmap_none(b, 0, size), "a new bitmap of %zu", size);
    memset(model, 0, sizeof model);
    for (int step = 0; size > 0 && step < 600; step++) {
        change(b, size);
        check_queries(b, size);
    }
    for (size_t i = 0; i < size; i++) {
        CHECK(bitmap_test(b, i) == model[i], "bit %zu", i);
    }
    bitmap_destroy(b);
}

int main(void)
{
    for (size_t size = 0; size < MAX; size++) {
        check_size(size);
    }
    unsigned long block[8];
    struct bitmap *b = bitmap_create_in_buf(70, block, sizeof block);
    CHECK((void *)b == block && bitmap_buf_size(70) <= sizeof block, "in a buffer");
    CHECK(bitmap_file_size(b) == 16, "%zu bytes in a file", bitmap_file_size(b));
    bitmap_mark(b, 9);
    CHECK(((unsigned char *)bitmap_bytes(b))[1] == 2, "bytes");
    return 0;
}
