/* SPDX-License-Identifier: MIT
 * Strings and blocks of memory: the C standard's functions and the BSD ones that cannot overrun.
 */
#ifndef LIB_STRING_H
#define LIB_STRING_H

#include <stddef.h>

void *memcpy(void *dst, const void *src, size_t size);
void *memmove(void *dst, const void *src, size_t size);
void *memset(void *dst, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);
void *memchr(const void *block, int ch, size_t size);

size_t strlen(const char *string);
size_t strnlen(const char *string, size_t max);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t max);
char *strchr(const char *string, int c);
char *strrchr(const char *string, int c);
char *strstr(const char *haystack, const char *needle);
size_t strspn(const char *string, const char *accept);
size_t strcspn(const char *string, const char *stop);
char *strpbrk(const char *string, const char *stop);

/* The next token of a string cut at runs of DELIMITERS, or NULL.  The first call gives STRING, the
 * following ones NULL; *SAVE is the function's own.  STRING is modified. */
char *strtok_r(char *string, const char *delimiters, char **save);

/* Copies (appends) SRC to DST, a buffer of SIZE bytes, always null-terminated when SIZE > 0.
 * Returns the length that the result would have had with room enough: it was cut if that is >=
 * SIZE. */
size_t strlcpy(char *dst, const char *src, size_t size);
size_t strlcat(char *dst, const char *src, size_t size);

/* These cannot be used safely: absent on purpose. */
#define strcpy dont_use_strcpy_use_strlcpy
#define strncpy dont_use_strncpy_use_strlcpy
#define strcat dont_use_strcat_use_strlcat
#define strncat dont_use_strncat_use_strlcat
#define strtok dont_use_strtok_use_strtok_r

#endif
