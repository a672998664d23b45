/* SPDX-License-Identifier: MIT
 * Strings and blocks of memory.
 *
 * Under an emulator each iteration of a `rep` instruction counts as one instruction, so blocks move
 * by dwords, whatever their alignment (an unaligned dword costs nothing extra there).
 */
#include <string.h>
#include <stdbool.h>
#include <stdint.h>
#include <debug.h>

void *memcpy(void *dst, const void *src, size_t size)
{
    void *to = dst;
    size_t count = size / 4;
    asm volatile("rep movsl" : "+D"(to), "+S"(src), "+c"(count) : : "memory");
    count = size % 4;
    asm volatile("rep movsb" : "+D"(to), "+S"(src), "+c"(count) : : "memory");
    return dst;
}

/* Copies from the last byte to the first, for a destination that overlaps the source from above:
 * odd bytes, then dwords, all in one asm since the compiler wants the direction flag clear. */
static void copy_backwards(void *dst, const void *src, size_t size)
{
    uint8_t *to = (uint8_t *)dst + size - 1;
    const uint8_t *from = (const uint8_t *)src + size - 1;
    size_t count = size % 4;
    asm volatile("std; rep movsb; sub $3, %0; sub $3, %1; mov %3, %2; rep movsl; cld"
                 : "+&D"(to), "+&S"(from), "+&c"(count)
                 : "r"(size / 4)
                 : "memory", "cc");
}

void *memmove(void *dst, const void *src, size_t size)
{
    if ((uintptr_t)dst - (uintptr_t)src >= size) {
        return memcpy(dst, src, size);
    }
    copy_backwards(dst, src, size);
    return dst;
}

void *memset(void *dst, int value, size_t size)
{
    void *to = dst;
    uint32_t word = (uint8_t)value * 0x01010101u;
    size_t count = size / 4;
    asm volatile("rep stosl" : "+D"(to), "+c"(count) : "a"(word) : "memory");
    count = size % 4;
    asm volatile("rep stosb" : "+D"(to), "+c"(count) : "a"(word) : "memory");
    return dst;
}

int memcmp(const void *a_, const void *b_, size_t size)
{
    const uint8_t *a = a_, *b = b_;
    size_t words = size / 4, bytes = size % 4;
    if (words > 0) {
        bool differ;
        asm volatile("repe cmpsl" : "+S"(a), "+D"(b), "+c"(words), "=@ccne"(differ) : : "memory");
        if (differ) {
            a -= 4;
            b -= 4;
            bytes = 4;
        }
    }
    for (; bytes > 0; a++, b++, bytes--) {
        if (*a != *b) {
            return *a < *b ? -1 : 1;
        }
    }
    return 0;
}

void *memchr(const void *block, int ch, size_t size)
{
    for (const uint8_t *p = block; size > 0; p++, size--) {
        if (*p == (uint8_t)ch) {
            return (void *)p;
        }
    }
    return NULL;
}

size_t strlen(const char *string)
{
    return strnlen(string, SIZE_MAX);
}

size_t strnlen(const char *string, size_t max)
{
    size_t length = 0;
    while (length < max && string[length] != '\0') {
        length++;
    }
    return length;
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, SIZE_MAX);
}

int strncmp(const char *a, const char *b, size_t max)
{
    for (; max > 0; a++, b++, max--) {
        uint8_t ca = *a, cb = *b;
        if (ca != cb) {
            return ca < cb ? -1 : 1;
        }
        if (ca == '\0') {
            break;
        }
    }
    return 0;
}

char *strchr(const char *string, int c)
{
    for (;; string++) {
        if (*string == (char)c) {
            return (char *)string;
        }
        if (*string == '\0') {
            return NULL;
        }
    }
}

char *strrchr(const char *string, int c)
{
    const char *last = NULL;
    for (;; string++) {
        if (*string == (char)c) {
            last = string;
        }
        if (*string == '\0') {
            return (char *)last;
        }
    }
}

char *strstr(const char *haystack, const char *needle)
{
    size_t length = strlen(needle);
    if (length == 0) {
        return (char *)haystack;
    }
    while ((haystack = strchr(haystack, needle[0])) != NULL) {
        if (strncmp(haystack, needle, length) == 0) {
            return (char *)haystack;
        }
        haystack++;
    }
    return NULL;
}

size_t strspn(const char *string, const char *accept)
{
    size_t length = 0;
    while (string[length] != '\0' && strchr(accept, string[length]) != NULL) {
        length++;
    }
    return length;
}

size_t strcspn(const char *string, const char *stop)
{
    size_t length = 0;
    /* strchr() finds the terminator too, so this ends with the string. */
    while (strchr(stop, string[length]) == NULL) {
        length++;
    }
    return length;
}

char *strpbrk(const char *string, const char *stop)
{
    string += strcspn(string, stop);
    return *string != '\0' ? (char *)string : NULL;
}

char *strtok_r(char *string, const char *delimiters, char **save)
{
    ASSERT(delimiters != NULL && save != NULL);
    if (string == NULL) {
        string = *save;
    }
    ASSERT(string != NULL);

    string += strspn(string, delimiters);
    if (*string == '\0') {
        *save = string;
        return NULL;
    }
    char *end = string + strcspn(string, delimiters);
    *save = *end != '\0' ? end + 1 : end;
    *end = '\0';
    return string;
}

size_t strlcpy(char *dst, const char *src, size_t size)
{
    size_t length = strlen(src);
    if (size > 0) {
        size_t copied = length < size ? length : size - 1;
        memcpy(dst, src, copied);
        dst[copied] = '\0';
    }
    return length;
}

size_t strlcat(char *dst, const char *src, size_t size)
{
    size_t used = strnlen(dst, size);
    return used + strlcpy(dst + used, src, size - used);
}
