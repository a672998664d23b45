/* SPDX-License-Identifier: MIT
 * The shell's variables: those that are set, and those that it keeps itself.
 */
#include <stdio.h>
#include <string.h>
#include "examples/lib/shell.h"

#define VARIABLES_MAX 32
#define NAME_SIZE 24
#define VALUE_SIZE 256

static struct variable {
    char name[NAME_SIZE];
    char value[VALUE_SIZE];
} variables[VARIABLES_MAX];
static int count;

static struct variable *find(const char *name, size_t n)
{
    for (int i = 0; i < count; i++)
        if (strlen(variables[i].name) == n && memcmp(variables[i].name, name, n) == 0)
            return &variables[i];
    return NULL;
}

static const char *number(int value)
{
    static char text[16];
    snprintf(text, sizeof text, "%d", value);
    return text;
}

/* $1 $2 ... in one. */
static const char *all_args(void)
{
    static char text[SH_TEXT_MAX];
    text[0] = '\0';
    for (int i = 1; i <= shell.arg_count; i++) {
        if (i > 1)
            strlcat(text, " ", sizeof text);
        strlcat(text, shell.args[i], sizeof text);
    }
    return text;
}

const char *shell_lookup(const char *name, size_t n, void *aux)
{
    switch (*name) {
    case '?':
        return number(shell.status);
    case '$':
        return number(getpid());
    case '!':
        return number(shell.last_background);
    case '#':
        return number(shell.arg_count);
    case '*':
    case '@':
        return all_args();
    case '0' ... '9':
        return *name - '0' <= shell.arg_count ? shell.args[*name - '0'] : NULL;
    }
    const struct variable *variable = find(name, n);
    return variable != NULL ? variable->value : NULL;
}

static void set(const char *name, size_t n, const char *value)
{
    struct variable *variable = find(name, n);
    if (variable == NULL && (count == VARIABLES_MAX || n >= NAME_SIZE)) {
        shell.status = shell_error(1, "%.*s: no room for it", (int)n, name);
        return;
    }
    if (variable == NULL) {
        variable = &variables[count++];
        memcpy(variable->name, name, n);
        variable->name[n] = '\0';
    }
    if (strlcpy(variable->value, value, VALUE_SIZE) >= VALUE_SIZE)
        shell.status = shell_error(1, "%s: value cut to %d bytes", variable->name, VALUE_SIZE - 1);
}

bool shell_assign(const char *word)
{
    static struct sh_fields fields;
    size_t n = sh_name_length(word);
    if (n == 0 || word[n] != '=')
        return false;
    fields.count = fields.used = 0;
    shell.status = 0;
    if (sh_expand(&fields, word + n + 1, shell_lookup, NULL) < 0) {
        shell.status = shell_error(1, "value too long");
        return true;
    }
    if (fields.count > 0)
        sh_plain(fields.field[0]);
    set(word, n, fields.count > 0 ? fields.field[0] : "");
    return true;
}
