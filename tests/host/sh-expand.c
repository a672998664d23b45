/* SPDX-License-Identifier: MIT
 * What the shell's words become: quotes, variables, splitting at blanks, and patterns.
 *
 * @sources: examples/lib/shexpand.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "examples/lib/shparse.h"

static const char *lookup(const char *name, size_t n, void *aux)
{
    static const char *const variables[][2] = {{"x", "one"},   {"two", "a  b"}, {"?", "7"},
                                               {"1", "first"}, {"empty", ""},   {"star", "*"}};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        if (strlen(variables[i][0]) == n && memcmp(variables[i][0], name, n) == 0)
            return variables[i][1];
    return NULL;
}

/* WORD must become WANTED, fields in brackets; * and ? that are patterns are shown as ~ and ^. */
static void check(const char *word, const char *wanted)
{
    static struct sh_fields fields;
    char seen[4096] = "";
    fields.count = fields.used = 0;
    if (sh_expand(&fields, word, lookup, NULL) != 0)
        exit(printf("%s: too long\n", word));
    for (int i = 0; i < fields.count; i++)
        snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "[%s]", fields.field[i]);
    for (char *p = seen; *p != '\0'; p++)
        *p = *p == SH_STAR ? '~' : *p == SH_MARK ? '^' : *p;
    if (strcmp(seen, wanted) != 0)
        exit(printf("%s\n  becomes: %s\n  wanted:  %s\n", word, seen, wanted) > 0);
}

static void check_words(void)
{
    check("plain", "[plain]");
    check("a'b c'd", "[ab cd]");
    check("\"a b\"", "[a b]");
    check("a\\ b\\\\", "[a b\\]");
    check("''", "[]");
    check("\"\"x", "[x]");
    check("'$x'", "[$x]");
    check("\"\\$x \\\" \\n\"", "[$x \" \\n]");
}

static void check_variables(void)
{
    check("$x", "[one]");
    check("a$x.b", "[aone.b]");
    check("${x}y", "[oney]");
    check("$xy", "");
    check("$two", "[a][b]");
    check("p$two$x", "[pa][bone]");
    check("\"$two\"", "[a  b]");
    check("$empty", "");
    check("\"$empty\"", "[]");
    check("$?$1", "[7first]");
    check("$", "[$]");
    check("a$ b", "[a$ b]");
    check("${x", "[${x]");
    check("$0", "");
}

static void check_patterns(void)
{
    check("*.c", "[~.c]");
    check("a?", "[a^]");
    check("'*'\\?\"*\"", "[*?*]");
    check("$star", "[*]");
}

static void check_match(const char *pattern, const char *name, bool wanted)
{
    char marked[64];
    snprintf(marked, sizeof marked, "%s", pattern);
    for (char *p = marked; *p != '\0'; p++)
        *p = *p == '*' ? SH_STAR : *p == '?' ? SH_MARK : *p;
    if (sh_match(marked, name) != wanted)
        exit(printf("%s %s %s\n", pattern, wanted ? "does not match" : "matches", name) > 0);
}

static void check_matching(void)
{
    check_match("*", "", true);
    check_match("*.c", "a.c", true);
    check_match("*.c", "a.c.o", false);
    check_match("*.c*", "a.c.o", true);
    check_match("a*b*c", "aXbXbXc", true);
    check_match("a*b*c", "aXbXbX", false);
    check_match("?", "", false);
    check_match("?b*", "ab", true);
    check_match("**?", "x", true);
    check_match("", "", true);
    check_match("", "a", false);
}

/* A result that does not fit is refused. */
static void check_size(void)
{
    static struct sh_fields fields;
    int error = 0, words = 0;
    while (error == 0 && words <= SH_WORDS_MAX) {
        error = sh_expand(&fields, "a", lookup, NULL);
        words += error == 0;
    }
    if (words != SH_WORDS_MAX || error != SH_TOO_LONG)
        exit(printf("%d fields, then %d\n", words, error));
}

int main(void)
{
    check_words();
    check_variables();
    check_patterns();
    check_matching();
    check_size();
    return 0;
}
