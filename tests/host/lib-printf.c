/* SPDX-License-Identifier: MIT
 * snprintf against the host's for random specifications, and what the host's has not.
 *
 * @sources: lib/stdio.c lib/string.c lib/stdio-dump.c
 */
#include "tests/host/lib.h"
#include <string.h>

/* The specifications come from here, so the compiler cannot check them. */
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"

void hex_dump(uintptr_t offset, const void *buffer, size_t size, int ascii);

static char ours[700], theirs[700];

#define COMPARE(SIZE, FORMAT, ...)                                                                 \
    do {                                                                                           \
        memset(ours, 'x', sizeof ours);                                                            \
        memset(theirs, 'x', sizeof theirs);                                                        \
        size_t size_ = (SIZE);                                                                     \
        int n = pt_snprintf(ours, size_, FORMAT, __VA_ARGS__);                                     \
        int m = snprintf(theirs, size_, FORMAT, __VA_ARGS__);                                      \
        CHECK(n == m && memcmp(ours, theirs, sizeof ours) == 0,                                    \
              "\"%s\" in %zu: \"%.99s\" (%d), "                                                    \
              "not \"%.99s\" (%d)",                                                                \
              FORMAT, size_, ours, n, theirs, m);                                                  \
    } while (0)

static char *add_flags(char *p, const char *flags)
{
    while (case_below(3) == 0) {
        *p++ = flags[case_below(strlen(flags))];
    }
    return p;
}

static char *add_width(char *p)
{
    if (case_below(2)) {
        p += snprintf(p, 8, "%u", 1 + case_below(40));
    }
    if (case_below(2)) {
        p += snprintf(p, 8, ".%u", case_below(30));
        p -= case_below(4) == 0; /* Now and then a precision without its last digit. */
    }
    return p;
}

static void check_integer(void)
{
    static const char *const sizes[] = {"hh", "h", "", "l", "ll", "j", "z", "t"};
    static const char letters[] = "diouxX";
    char format[64] = "<%", *p = format + 2;
    const char *size = sizes[case_below(8)];
    char letter = letters[case_below(6)];
    uint64_t value = case_below(8) == 0 ? case_below(3) : case_next() >> case_below(64);

    /* glibc takes no notice of + and space for unsigned conversions either. */
    p = add_width(add_flags(p, strchr("di", letter) ? "-+ 0" : "-#0"));
    p += snprintf(p, 8, "%s%c>", size, letter);
    if (case_below(2)) {
        value = -value;
    }
    size_t room = case_below(4) ? sizeof ours : case_below(12);
    if (size[0] == '\0' || size[0] == 'h') {
        COMPARE(room, format, (int)value);
    } else {
        COMPARE(room, format, (long long)value);
    }
}

static void check_text(void)
{
    char format[64] = "", *p = format, text[32];
    size_t length = case_below(20);
    memset(text, 'a' + length, length);
    text[length] = '\0';
    p += snprintf(p, 16, "%.*s%%", (int)case_below(5), "abcde");
    p = add_width(add_flags(p, "-"));
    snprintf(p, 8, "sz");
    COMPARE(case_below(3) ? sizeof ours : case_below(30), format, text);
    int width = case_below(30) - 15, precision = case_below(9) - 3, other = case_below(20) - 10;
    COMPARE(sizeof ours, "%*.*s|%-*c|%%", width, precision, text, other, 'q');
}

static void check_fixed(const char *expected)
{
    CHECK(strcmp(ours, expected) == 0, "\"%s\", not \"%s\"", ours, expected);
}

/* Groups, null pointers, texts with no end, conversions that are not there. */
static void check_own(void)
{
    char raw[3] = {'a', 'b', 'c'};
    pt_snprintf(ours, sizeof ours, "%'d %'d %'d %'zu", 1, 1234, -1234567, (size_t)4096);
    check_fixed("1 1,234 -1,234,567 4,096");
    pt_snprintf(ours, sizeof ours, "%'llu|%'10u|%-'8u|%'x", ~0ull, 999u, 1000u, 0x12345u);
    check_fixed("18,446,744,073,709,551,615|       999|1,000   |12345");
    pt_snprintf(ours, sizeof ours, "%s %p %p %.3s", NULL, NULL, (void *)0xc0100000, raw);
    check_fixed("(null) 0 0xc0100000 abc");
    pt_snprintf(ours, sizeof ours, "%f%");
    check_fixed("<<no %f>>");
    CHECK(pt_snprintf(NULL, 0, "%d", 12345) == 5, "length without a buffer");
}

static char console[4000];
static size_t console_used;

int pt_vprintf(const char *format, va_list args)
{
    int n = pt_vsnprintf(console + console_used, sizeof console - console_used, format, args);
    console_used += n;
    return n;
}

static void check_hex_dump(void)
{
    unsigned char bytes[36];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = 'A' + i;
    }
    hex_dump(0x7, bytes, 12, 1);
    static const char expected[] =
        "00000000                       41-42 43 44 45 46 47 48 49 |       ABCDEFGHI|\n"
        "00000010  4a 4b 4c                                        |JKL             |\n";
    CHECK(strcmp(console, expected) == 0, "dump:\n%swanted:\n%s", console, expected);
}

int main(void)
{
    for (int i = 0; i < 300000; i++) {
        check_integer();
    }
    for (int i = 0; i < 50000; i++) {
        check_text();
    }
    check_own();
    check_hex_dump();
    return 0;
}
