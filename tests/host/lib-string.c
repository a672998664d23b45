/* SPDX-License-Identifier: MIT
 * Strings and memory blocks against the host's, at all small lengths, offsets and overlaps.
 *
 * @sources: lib/string.c
 */
#include "tests/host/lib.h"
#include <string.h>

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

static void check_moves(void)
{
    unsigned char a[64], b[64];
    for (unsigned i = 0; i < 40000; i++) {
        size_t size = case_below(33), from = case_below(32), to = case_below(32);
        for (size_t j = 0; j < sizeof a; j++) {
            a[j] = b[j] = case_next();
        }
        CHECK(pt_memmove(a + to, a + from, size) == a + to, "result");
        memmove(b + to, b + from, size);
        CHECK(memcmp(a, b, sizeof a) == 0, "memmove %zu bytes from %zu to %zu", size, from, to);
        int value = case_next();
        CHECK(pt_memset(a + to, value, size) == a + to, "result");
        memset(b + to, value, size);
        CHECK(memcmp(a, b, sizeof a) == 0, "memset %zu bytes at %zu", size, to);
        unsigned char c[64];
        memset(c, 1, sizeof c);
        CHECK(pt_memcpy(c + to, a + from, size) == c + to, "result");
        CHECK(memcmp(c + to, a + from, size) == 0, "memcpy %zu bytes", size);
        CHECK((to == 0 || c[to - 1] == 1) && c[to + size] == 1, "memcpy %zu bytes: edges", size);
    }
}

static void check_memcmp(void)
{
    for (unsigned i = 0; i < 40000; i++) {
        unsigned char a[40], b[40];
        size_t size = case_below(sizeof a);
        for (size_t j = 0; j < sizeof a; j++) {
            a[j] = b[j] = case_next();
        }
        b[case_below(sizeof b)] = case_next();
        CHECK(sign(pt_memcmp(a, b, size)) == sign(memcmp(a, b, size)), "memcmp %zu bytes", size);
        int c = case_below(256);
        CHECK(pt_memchr(a, c, size) == memchr(a, c, size), "memchr");
    }
}

/* A string of up to MAX bytes over a small alphabet that has a negative char in it. */
static char *random_string(char *s, unsigned max)
{
    unsigned length = case_below(max + 1);
    for (unsigned i = 0; i < length; i++) {
        s[i] = "ab\xe9,"[case_below(4)];
    }
    s[length] = '\0';
    return s;
}

static void check_searches(void)
{
    char s[20], t[8];
    for (unsigned i = 0; i < 200000; i++) {
        random_string(s, 16);
        random_string(t, 4);
        size_t n = case_below(20);
        int c = case_below(5) ? "ab\xe9,"[case_below(4)] : '\0';
        CHECK(pt_strlen(s) == strlen(s), "%s", s);
        CHECK(pt_strnlen(s, n) == strnlen(s, n), "%s, %zu", s, n);
        CHECK(sign(pt_strcmp(s, t)) == sign(strcmp(s, t)), "%s, %s", s, t);
        CHECK(sign(pt_strncmp(s, t, n)) == sign(strncmp(s, t, n)), "%s, %s, %zu", s, t, n);
        CHECK(pt_strchr(s, c) == strchr(s, c), "%s, %c", s, c);
        CHECK(pt_strrchr(s, c) == strrchr(s, c), "%s, %c", s, c);
        CHECK(pt_strstr(s, t) == strstr(s, t), "%s, %s", s, t);
        CHECK(pt_strspn(s, t) == strspn(s, t), "%s, %s", s, t);
        CHECK(pt_strcspn(s, t) == strcspn(s, t), "%s, %s", s, t);
        CHECK(pt_strpbrk(s, t) == strpbrk(s, t), "%s, %s", s, t);
    }
}

static void check_tokens(void)
{
    for (unsigned i = 0; i < 50000; i++) {
        char ours[20], theirs[20], delimiters[8], *our_save, *their_save;
        random_string(ours, 16);
        memcpy(theirs, ours, sizeof theirs);
        random_string(delimiters, 2);
        char *a = pt_strtok_r(ours, delimiters, &our_save);
        char *b = strtok_r(theirs, delimiters, &their_save);
        while (a != NULL && b != NULL) {
            CHECK(a - ours == b - theirs && strcmp(a, b) == 0, "token %s, not %s", a, b);
            a = pt_strtok_r(NULL, delimiters, &our_save);
            b = strtok_r(NULL, delimiters, &their_save);
        }
        CHECK(a == NULL && b == NULL, "not the same number of tokens");
        CHECK(pt_strtok_r(NULL, delimiters, &our_save) == NULL, "a token after the last");
    }
}

/* The host's snprintf says what a bounded copy and append must give. */
static void check_bounded(void)
{
    for (unsigned i = 0; i < 50000; i++) {
        char a[20], b[20], dst[40], expected[60];
        size_t size = case_below(30);
        random_string(a, 16);
        random_string(b, 16);
        memset(dst, '#', sizeof dst);
        size_t length = pt_strlcpy(dst, a, size);
        CHECK(length == strlen(a) && dst[size] == '#', "strlcpy of %s to %zu", a, size);
        if (size == 0) {
            continue;
        }
        snprintf(expected, size, "%s", a);
        CHECK(strcmp(dst, expected) == 0, "strlcpy of %s to %zu: %s", a, size, dst);
        length = pt_strlcat(dst, b, size);
        CHECK(length == strlen(expected) + strlen(b), "strlcat of %s: %zu", b, length);
        size_t used = strlen(expected);
        snprintf(expected + used, size - used, "%s", b);
        CHECK(strcmp(dst, expected) == 0 && dst[size] == '#', "strlcat of %s to %zu", b, size);
    }
    char full[4] = {'a', 'b', 'c', 'd'};
    CHECK(pt_strlcat(full, "xy", 4) == 6 && full[3] == 'd', "strlcat to no string");
}

int main(void)
{
    check_moves();
    check_memcmp();
    check_searches();
    check_tokens();
    check_bounded();
    return 0;
}
