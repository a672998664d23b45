/* SPDX-License-Identifier: MIT
 * Matching by trying: an item of the pattern, what may repeat it, then the rest.
 *
 * Only a repetition tries several ways, longest first; the time is at worst exponential in the
 * number of repetitions in a pattern, which people type.
 */
#include "examples/lib/regex.h"

#include <stddef.h>
#include <string.h>

static char fold_case(char c, bool fold)
{
    return fold && c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* Where the item that begins at PATTERN ends, or NULL if it does not. */
static const char *item_end(const char *pattern)
{
    if (*pattern == '\\')
        return pattern[1] != '\0' ? pattern + 2 : NULL;
    if (*pattern != '[')
        return pattern + 1;
    pattern += pattern[1] == '^' ? 2 : 1;
    if (*pattern == '\0')
        return NULL;
    const char *end = strchr(pattern + 1, ']'); /* A ] that comes first is one of the set. */
    return end != NULL ? end + 1 : NULL;
}

bool regex_valid(const char *pattern)
{
    while (pattern != NULL && *pattern != '\0')
        pattern = item_end(pattern);
    return pattern != NULL;
}

/* Is C in the set between SET and END? */
static bool in_set(const char *set, const char *end, char c, bool fold)
{
    while (set < end) {
        char low = set[0], high = low;
        if (set + 2 < end && set[1] == '-') {
            high = set[2];
            set += 2;
        }
        set++;
        if (c >= low && c <= high)
            return true;
        if (fold && c >= fold_case(low, fold) && c <= fold_case(high, fold))
            return true;
    }
    return false;
}

/* Does C match the item between ITEM and END? */
static bool match_item(const char *item, const char *end, char c, bool fold)
{
    c = fold_case(c, fold);
    if (*item == '.')
        return true;
    if (*item == '[') {
        bool negated = item[1] == '^';
        return in_set(item + 1 + negated, end - 1, c, fold) != negated;
    }
    return fold_case(*item == '\\' ? item[1] : *item, fold) == c;
}

static bool match_here(const char *pattern, const char *text, bool fold);

/* The item, as often as it matches and LIMIT allows, at least LEAST times; then what is behind
 * REST. */
static bool match_repeated(const char *item, const char *end, size_t least, size_t limit,
                           const char *text, bool fold)
{
    size_t n = 0;
    while (n < limit && text[n] != '\0' && match_item(item, end, text[n], fold))
        n++;
    for (;; n--) {
        if (n < least)
            return false;
        if (match_here(end + 1, text + n, fold))
            return true;
        if (n == 0)
            return false;
    }
}

static bool match_here(const char *pattern, const char *text, bool fold)
{
    for (;;) {
        if (*pattern == '\0')
            return true;
        if (pattern[0] == '$' && pattern[1] == '\0')
            return *text == '\0';
        const char *end = item_end(pattern);
        if (*end == '*')
            return match_repeated(pattern, end, 0, (size_t)-1, text, fold);
        if (*end == '+')
            return match_repeated(pattern, end, 1, (size_t)-1, text, fold);
        if (*end == '?')
            return match_repeated(pattern, end, 0, 1, text, fold);
        if (*text == '\0' || !match_item(pattern, end, *text, fold))
            return false;
        pattern = end;
        text++;
    }
}

bool regex_find(const char *pattern, const char *text, bool fold)
{
    if (*pattern == '^')
        return match_here(pattern + 1, text, fold);
    for (;; text++) {
        if (match_here(pattern, text, fold))
            return true;
        if (*text == '\0')
            return false;
    }
}
