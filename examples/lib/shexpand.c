/* SPDX-License-Identifier: MIT
 * What the shell's words become: quotes taken off, variables put in, patterns matched.
 */
#include <string.h>

#include "examples/lib/shparse.h"

struct expander {
    struct sh_fields *fields;
    sh_lookup *lookup;
    void *aux;
    char *start; /* Of the field that is being made. */
    bool any;    /* It has begun, though perhaps with nothing in it (''). */
    int error;
};

static void put(struct expander *e, char c)
{
    struct sh_fields *fields = e->fields;
    e->any = true;
    if (fields->used == SH_TEXT_MAX)
        e->error = SH_TOO_LONG;
    else
        fields->text[fields->used++] = c;
}

static void end_field(struct expander *e)
{
    struct sh_fields *fields = e->fields;
    if (!e->any)
        return;
    put(e, '\0');
    if (fields->count == SH_WORDS_MAX)
        e->error = SH_TOO_LONG;
    else
        fields->field[fields->count++] = e->start;
    fields->field[fields->count] = NULL;
    e->start = fields->text + fields->used;
    e->any = false;
}

size_t sh_name_length(const char *text)
{
    size_t n = 0;
    while (text[n] == '_' || (text[n] >= 'a' && text[n] <= 'z') ||
           (text[n] >= 'A' && text[n] <= 'Z') || (n > 0 && text[n] >= '0' && text[n] <= '9'))
        n++;
    return n;
}

static void put_value(struct expander *e, const char *value, bool quoted)
{
    for (; *value != '\0'; value++) {
        if (!quoted && strchr(" \t\n", *value) != NULL)
            end_field(e);
        else
            put(e, *value);
    }
}

/* Puts the variable in that TEXT, behind a $, names.  Where its name ends. */
static const char *expand_variable(struct expander *e, const char *text, bool quoted)
{
    bool braces = *text == '{';
    const char *name = text + braces;
    size_t n = sh_name_length(name);
    if (n == 0 && *name != '\0' && strchr("0123456789?#*@$!", *name) != NULL)
        n = 1;
    if (n == 0 || (braces && name[n] != '}')) {
        put(e, '$');
        return text;
    }
    const char *value = e->lookup(name, n, e->aux);
    if (value != NULL)
        put_value(e, value, quoted);
    return name + n + braces;
}

static const char *expand_double(struct expander *e, const char *text)
{
    e->any = true;
    while (*text != '"' && *text != '\0') {
        if (*text == '$') {
            text = expand_variable(e, text + 1, true);
            continue;
        }
        if (*text == '\\' && text[1] != '\0' && strchr("\"\\$", text[1]) != NULL)
            text++;
        put(e, *text++);
    }
    return text + (*text == '"');
}

static const char *expand_single(struct expander *e, const char *text)
{
    e->any = true;
    while (*text != '\'' && *text != '\0')
        put(e, *text++);
    return text + (*text == '\'');
}

/* Deals with what stands at TEXT outside quotes.  Where it ends. */
static const char *expand_plain(struct expander *e, const char *text)
{
    switch (*text) {
    case '\'':
        return expand_single(e, text + 1);
    case '"':
        return expand_double(e, text + 1);
    case '$':
        return expand_variable(e, text + 1, false);
    case '*':
        put(e, SH_STAR);
        return text + 1;
    case '?':
        put(e, SH_MARK);
        return text + 1;
    case '\\':
        text += text[1] != '\0';
        if (*text == '\n')
            return text + 1;
    }
    put(e, *text);
    return text + 1;
}

int sh_expand(struct sh_fields *fields, const char *word, sh_lookup *lookup, void *aux)
{
    struct expander e = {fields, lookup, aux, fields->text + fields->used, false, 0};
    while (*word != '\0')
        word = expand_plain(&e, word);
    end_field(&e);
    return e.error;
}

bool sh_is_pattern(const char *field)
{
    return strchr(field, SH_STAR) != NULL || strchr(field, SH_MARK) != NULL;
}

void sh_plain(char *field)
{
    for (; *field != '\0'; field++)
        *field = *field == SH_STAR ? '*' : *field == SH_MARK ? '?' : *field;
}

/* Goes back only to the last star: where one matched too little, an earlier one need not change. */
bool sh_match(const char *pattern, const char *name)
{
    const char *star = NULL, *resume = NULL;
    while (*name != '\0') {
        if (*pattern == SH_STAR) {
            star = ++pattern;
            resume = name;
        } else if (*pattern != '\0' && (*pattern == SH_MARK || *pattern == *name)) {
            pattern++;
            name++;
        } else if (star != NULL) {
            pattern = star;
            name = ++resume;
        } else {
            return false;
        }
    }
    while (*pattern == SH_STAR)
        pattern++;
    return *pattern == '\0';
}
