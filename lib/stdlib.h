/* SPDX-License-Identifier: MIT
 * Numbers from text, sorting and searching.
 */
#ifndef LIB_STDLIB_H
#define LIB_STDLIB_H

#include <stddef.h>

/* The decimal number that STRING begins with, after white space and a sign; 0 if there is none. */
int atoi(const char *string);

/* Sorts COUNT elements of SIZE bytes by COMPARE (negative, 0, positive for a before, equal, after
 * b): not stable, O(n log n) at worst, without memory or recursion. */
void qsort(void *array, size_t count, size_t size, int (*compare)(const void *a, const void *b));

/* An element of the sorted ARRAY that equals KEY, or NULL. */
void *bsearch(const void *key, const void *array, size_t count, size_t size,
              int (*compare)(const void *key, const void *element));

/* The same with an AUX for COMPARE. */
void sort(void *array, size_t count, size_t size,
          int (*compare)(const void *a, const void *b, void *aux), void *aux);
void *binary_search(const void *key, const void *array, size_t count, size_t size,
                    int (*compare)(const void *key, const void *element, void *aux), void *aux);

#endif
