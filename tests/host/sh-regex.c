/* SPDX-License-Identifier: MIT
 * grep's regular expressions.
 *
 * @sources: examples/lib/regex.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "examples/lib/regex.h"

static const struct {
    const char *pattern, *text;
    bool fold, found;
} finds[] = {
    {"", "", 0, 1},
    {"a", "cab", 0, 1},
    {"a", "A", 0, 0},
    {"a", "A", 1, 1},
    {"A", "a", 1, 1},
    {"^a", "ba", 0, 0},
    {"^a", "ab", 0, 1},
    {"a$", "ab", 0, 0},
    {"b$", "ab", 0, 1},
    {"^$", "", 0, 1},
    {"^$", "x", 0, 0},
    {"a.c", "abc", 0, 1},
    {"a.c", "ac", 0, 0},
    {"ab*c", "ac", 0, 1},
    {"ab*c", "abbbc", 0, 1},
    {"ab+c", "ac", 0, 0},
    {"ab+c", "abbc", 0, 1},
    {"ab?c", "abbc", 0, 0},
    {"ab?c", "abc", 0, 1},
    {"^.*b$", "abab", 0, 1},
    {"[abc]x", "zbx", 0, 1},
    {"[a-c]x", "dx", 0, 0},
    {"[^a-c]x", "dx", 0, 1},
    {"[^a-c]x", "ax", 0, 0},
    {"[]]", "]", 0, 1},
    {"[^]]", "]", 0, 0},
    {"[a-]", "-", 0, 1},
    {"[A-C]", "b", 1, 1},
    {"\\.", "a", 0, 0},
    {"\\.", ".", 0, 1},
    {"\\*+", "**", 0, 1},
    {"[0-9]+k$", "12k", 0, 1},
    {"a$b", "a$b", 0, 1},
    {"x*", "", 0, 1},
    {"^[^ ]* [^ ]*$", "a b c", 0, 0},
};

static const char *const broken[] = {"[", "[]", "[^", "[^]", "a[b", "\\", "a\\"};

int main(void)
{
    for (size_t i = 0; i < sizeof finds / sizeof *finds; i++) {
        char *pattern = strdup(finds[i].pattern), *text = strdup(finds[i].text);
        bool seen = regex_valid(pattern) && regex_find(pattern, text, finds[i].fold);
        if (seen != finds[i].found)
            exit(printf("/%s/ %s \"%s\"\n", pattern, seen ? "is in" : "is not in", text) > 0);
        free(pattern);
        free(text);
    }
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        if (regex_valid(broken[i]))
            exit(printf("/%s/ is taken\n", broken[i]) > 0);
    return 0;
}
