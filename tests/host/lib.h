/* SPDX-License-Identifier: MIT
 * For the host tests of lib/: the renamed functions, checks, and a generator of test cases.
 */
#ifndef TESTS_HOST_LIB_H
#define TESTS_HOST_LIB_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "tests/host/check.h"

void *pt_memcpy(void *dst, const void *src, size_t size);
void *pt_memmove(void *dst, const void *src, size_t size);
void *pt_memset(void *dst, int value, size_t size);
int pt_memcmp(const void *a, const void *b, size_t size);
void *pt_memchr(const void *block, int ch, size_t size);
size_t pt_strlen(const char *string);
size_t pt_strnlen(const char *string, size_t max);
int pt_strcmp(const char *a, const char *b);
int pt_strncmp(const char *a, const char *b, size_t max);
char *pt_strchr(const char *string, int c);
char *pt_strrchr(const char *string, int c);
char *pt_strstr(const char *haystack, const char *needle);
size_t pt_strspn(const char *string, const char *accept);
size_t pt_strcspn(const char *string, const char *stop);
char *pt_strpbrk(const char *string, const char *stop);
char *pt_strtok_r(char *string, const char *delimiters, char **save);
size_t pt_strlcpy(char *dst, const char *src, size_t size);
size_t pt_strlcat(char *dst, const char *src, size_t size);

int pt_snprintf(char *buffer, size_t size, const char *format, ...);
int pt_printf(const char *format, ...);
int pt_vprintf(const char *format, va_list args); /* The test defines it. */
int pt_vsnprintf(char *buffer, size_t size, const char *format, va_list args);

int pt_atoi(const char *string);
void pt_qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *));
void pt_sort(void *array, size_t count, size_t size,
             int (*compare)(const void *, const void *, void *), void *aux);
void *pt_bsearch(const void *key, const void *array, size_t count, size_t size,
                 int (*compare)(const void *, const void *));

uint64_t pt_udivmoddi4(uint64_t n, uint64_t d, uint64_t *remainder);
uint64_t pt_udivdi3(uint64_t n, uint64_t d);
uint64_t pt_umoddi3(uint64_t n, uint64_t d);
int64_t pt_divmoddi4(int64_t n, int64_t d, int64_t *remainder);
int64_t pt_divdi3(int64_t n, int64_t d);
int64_t pt_moddi3(int64_t n, int64_t d);

/* The next of a fixed sequence (xorshift64), and one below BOUND. */
static inline uint64_t case_next(void)
{
    static uint64_t x = 0x9e3779b97f4a7c15;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return x;
}

static inline unsigned case_below(unsigned bound)
{
    return (case_next() >> 20) % bound;
}

#endif
