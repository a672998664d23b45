/* SPDX-License-Identifier: MIT
 * Numbers from text, sorting and searching.
 */
#include <stdlib.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>

int atoi(const char *s)
{
    while (isspace(*s)) {
        s++;
    }
    bool negative = *s == '-';
    if (*s == '-' || *s == '+') {
        s++;
    }
    unsigned value = 0;
    for (; isdigit(*s); s++) {
        value = value * 10 + (*s - '0');
    }
    return negative ? -value : value;
}

/* An array being heap-sorted.  Elements count from 0; the children of I are 2I+1 and 2I+2. */
struct heap {
    uint8_t *array;
    size_t size; /* Bytes per element. */
    int (*compare)(const void *a, const void *b, void *aux);
    void *aux;
};

static int compare(const struct heap *heap, size_t a, size_t b)
{
    return heap->compare(heap->array + a * heap->size, heap->array + b * heap->size, heap->aux);
}

static void swap(const struct heap *heap, size_t a, size_t b)
{
    uint8_t *pa = heap->array + a * heap->size;
    uint8_t *pb = heap->array + b * heap->size;
    for (size_t i = 0; i < heap->size; i++) {
        uint8_t byte = pa[i];
        pa[i] = pb[i];
        pb[i] = byte;
    }
}

/* Lets element I of a heap of COUNT sink until neither child is greater. */
static void sift_down(const struct heap *heap, size_t i, size_t count)
{
    /* I has a left child while I < COUNT / 2. */
    while (i < count / 2) {
        size_t child = 2 * i + 1;
        if (child + 1 < count && compare(heap, child, child + 1) < 0) {
            child++;
        }
        if (compare(heap, i, child) >= 0) {
            break;
        }
        swap(heap, i, child);
        i = child;
    }
}

void sort(void *array, size_t count, size_t size,
          int (*compare)(const void *a, const void *b, void *aux), void *aux)
{
    struct heap heap = {array, size, compare, aux};
    for (size_t i = count / 2; i-- > 0;) {
        sift_down(&heap, i, count);
    }
    while (count > 1) {
        count--;
        swap(&heap, 0, count);
        sift_down(&heap, 0, count);
    }
}

void *binary_search(const void *key, const void *array, size_t count, size_t size,
                    int (*compare)(const void *key, const void *element, void *aux), void *aux)
{
    const uint8_t *first = array;
    while (count > 0) {
        const uint8_t *middle = first + count / 2 * size;
        int order = compare(key, middle, aux);
        if (order == 0) {
            return (void *)middle;
        }
        if (order > 0) {
            first = middle + size;
            count--;
        }
        count /= 2;
    }
    return NULL;
}

/* The comparison without an AUX, given as the AUX of one with. */
struct plain {
    int (*compare)(const void *a, const void *b);
};

static int compare_plain(const void *a, const void *b, void *plain)
{
    return ((struct plain *)plain)->compare(a, b);
}

void qsort(void *array, size_t count, size_t size, int (*compare)(const void *a, const void *b))
{
    struct plain plain = {compare};
    sort(array, count, size, compare_plain, &plain);
}

void *bsearch(const void *key, const void *array, size_t count, size_t size,
              int (*compare)(const void *key, const void *element))
{
    struct plain plain = {compare};
    return binary_search(key, array, count, size, compare_plain, &plain);
}
