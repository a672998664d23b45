/* SPDX-License-Identifier: MIT
 * Sorting, searching and reading of numbers against the host's.
 *
 * @sources: lib/stdlib.c
 */
#include "tests/host/lib.h"
#include <string.h>

/* Elements of an odd size, of which the first two bytes are the key. */
struct item {
    unsigned char high, low, rest[5];
};

static int key(const struct item *item)
{
    return item->high * 256 + item->low;
}

static int compare(const void *a, const void *b)
{
    return key(a) - key(b);
}

static int compare_all(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct item));
}

static int compare_backwards(const void *a, const void *b, void *aux)
{
    ++*(long *)aux;
    return key(b) - key(a);
}

static void fill(struct item *items, size_t count, unsigned keys)
{
    for (size_t i = 0; i < count; i++) {
        unsigned k = case_below(keys);
        items[i] = (struct item){k / 256, k % 256, {case_next(), i}};
    }
}

/* In order, and still the same elements. */
static void check_sort(size_t count, unsigned keys)
{
    static struct item ours[600], theirs[600];
    fill(ours, count, keys);
    memcpy(theirs, ours, sizeof ours);
    pt_qsort(ours, count, sizeof *ours, compare);
    for (size_t i = 1; i < count; i++) {
        CHECK(compare(&ours[i - 1], &ours[i]) <= 0, "%zu elements: number %zu", count, i);
    }
    struct item probe = {keys / 512, keys / 2 % 256, {0}};
    struct item *found = pt_bsearch(&probe, ours, count, sizeof *ours, compare);
    CHECK((found != NULL) == (bsearch(&probe, ours, count, sizeof *ours, compare) != NULL),
          "search among %zu", count);
    CHECK(found == NULL || key(found) == key(&probe), "found another");

    long calls = 0;
    pt_sort(ours, count, sizeof *ours, compare_backwards, &calls);
    for (size_t i = 1; i < count; i++) {
        CHECK(compare(&ours[i - 1], &ours[i]) >= 0, "%zu backwards: number %zu", count, i);
    }
    CHECK(calls <= 30 * (long)count, "%ld comparisons for %zu elements", calls, count);
    qsort(ours, count, sizeof *ours, compare_all);
    qsort(theirs, count, sizeof *theirs, compare_all);
    CHECK(memcmp(ours, theirs, count * sizeof *ours) == 0, "%zu elements: some lost", count);
}

static void check_every_element_is_found(void)
{
    struct item items[40];
    for (size_t count = 0; count <= 40; count++) {
        for (size_t i = 0; i < count; i++) {
            items[i] = (struct item){0, 2 * i + 1, {0}};
        }
        for (unsigned k = 0; k < 2 * count + 2; k++) {
            struct item probe = {0, k, {0}};
            struct item *found = pt_bsearch(&probe, items, count, sizeof *items, compare);
            bool there = k % 2 == 1 && k / 2 < count;
            CHECK(found == (there ? &items[k / 2] : NULL), "%u among %zu", k, count);
        }
    }
}

static void check_atoi(void)
{
    static const char *const texts[] = {"0", " 12",        "\t-7x",       "+5",  "-",   "",
                                        "x", "2147483647", "-2147483648", "- 1", "007", "--3"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        CHECK(pt_atoi(texts[i]) == atoi(texts[i]), "\"%s\": %d", texts[i], pt_atoi(texts[i]));
    }
}

int main(void)
{
    for (size_t count = 0; count < 600; count++) {
        check_sort(count, 1 + case_below(1000));
    }
    check_every_element_is_found();
    check_atoi();
    return 0;
}
