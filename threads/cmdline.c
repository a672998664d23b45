/* SPDX-License-Identifier: MIT
 * Splits and checks the kernel command line: see cmdline.h.
 *
 * The words stay in the memory of the line, one after the other, each with its NUL, so that there
 * is no limit on their number.
 */
#include "threads/cmdline.h"
#include <debug.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "devices/shutdown.h"
#include "threads/init.h"

#define ACTION_ARGS 4 /* Most words of an action, its name included. */

extern const struct cmdline_option *const __start_cmdline_option[], *const __stop_cmdline_option[];
extern const struct cmdline_action *const __start_cmdline_action[], *const __stop_cmdline_action[];

/* The first word of the actions, and the end of all words. */
static char *actions_start, *words_end;

static char *next_word(char *word)
{
    return word + strlen(word) + 1;
}

/* Copies the word at *FROM to TO without its quotes, NUL-terminates it and moves *FROM past it.
 * Returns the byte after the NUL. */
static char *split_word(char **from, char *to)
{
    char quote = '\0';
    char *s = *from;
    for (; *s != '\0' && (quote != '\0' || *s != ' '); s++) {
        if (quote == '\0' && (*s == '\'' || *s == '"'))
            quote = *s;
        else if (*s == quote)
            quote = '\0';
        else
            *to++ = *s;
    }
    *from = *s == '\0' ? s : s + 1;
    *to = '\0';
    return to + 1;
}

/* Splits LINE into words and returns the end of the last. */
static char *split(char *line)
{
    char *from = line, *to = line;
    for (;;) {
        while (*from == ' ')
            from++;
        if (*from == '\0')
            return to;
        to = split_word(&from, to);
    }
}

static const struct cmdline_option *find_option(const char *name)
{
    for (const struct cmdline_option *const *o = __start_cmdline_option; o < __stop_cmdline_option;
         o++) {
        if (strcmp((*o)->name, name) == 0)
            return *o;
    }
    return NULL;
}

static const struct cmdline_action *find_action(const char *name)
{
    for (const struct cmdline_action *const *a = __start_cmdline_action; a < __stop_cmdline_action;
         a++) {
        if (strcmp((*a)->name, name) == 0)
            return *a;
    }
    return NULL;
}

static NO_RETURN void refuse(void)
{
    cmdline_print_help();
    init_refuse();
}

static void handle_option(char *word)
{
    char *value = strchr(word, '=');
    if (value != NULL)
        *value++ = '\0';
    const struct cmdline_option *option = find_option(word + 1);
    if (option == NULL) {
        printf("Unknown option '%s' (value '%s').\n", word, value != NULL ? value : "");
        refuse();
    }
    if (option->handler(value) != 0) {
        if (value != NULL)
            printf("Option '%s': bad value '%s'.\n", word, value);
        else
            printf("Option '%s' needs a value.\n", word);
        refuse();
    }
}

/* Checks the action at WORD and returns the word after it. */
static char *check_action(char *word)
{
    const struct cmdline_action *action = find_action(word);
    if (action == NULL) {
        printf("Unknown action '%s'.\n", word);
        refuse();
    }
    ASSERT(action->argc < ACTION_ARGS);
    for (int i = 0; i <= action->argc; i++) {
        if (word >= words_end) {
            printf("Action '%s' takes %d arguments, not %d.\n", action->name, action->argc, i - 1);
            refuse();
        }
        word = next_word(word);
    }
    return word;
}

void cmdline_parse(char *line)
{
    words_end = split(line);
    char *word = line;
    for (char *next; word < words_end && word[0] == '-'; word = next) {
        next = next_word(word);
        handle_option(word);
    }
    actions_start = word;
    while (word < words_end)
        word = check_action(word);
}

int cmdline_run_actions(void)
{
    int count = 0;
    for (char *word = actions_start; word < words_end; count++) {
        const struct cmdline_action *action = find_action(word);
        char *argv[ACTION_ARGS + 1] = {NULL};
        for (int i = 0; i <= action->argc; i++, word = next_word(word))
            argv[i] = word;
        if (action->handler(argv) != 0)
            shutdown_set_outcome(OUTCOME_FAILED);
    }
    return count;
}

/* "VALUE: text" is shown as "-name=VALUE  text". */
static void print_option(const struct cmdline_option *option)
{
    const char *colon = strstr(option->help, ": ");
    bool has_value = colon != NULL && strcspn(option->help, " ") > (size_t)(colon - option->help);
    if (has_value)
        printf("  -%s=%.*s\t%s\n", option->name, (int)(colon - option->help), option->help,
               colon + 2);
    else
        printf("  -%s\t%s\n", option->name, option->help);
}

void cmdline_print_help(void)
{
    printf("Kernel command line: [OPTION...] [ACTION...]\nOptions:\n");
    for (const struct cmdline_option *const *o = __start_cmdline_option; o < __stop_cmdline_option;
         o++)
        print_option(*o);
    printf("Actions:\n");
    for (const struct cmdline_action *const *a = __start_cmdline_action; a < __stop_cmdline_action;
         a++)
        printf("  %s %s\n", (*a)->name, (*a)->help);
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 'a' - 'A';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

int cmdline_number(const char *value, unsigned long min, unsigned long max, unsigned long *number)
{
    unsigned base = 10;
    unsigned long n = 0;

    if (value != NULL && value[0] == '0' && (value[1] | 0x20) == 'x') {
        base = 16;
        value += 2;
    }
    if (value == NULL || *value == '\0')
        return -EINVAL;
    for (; *value != '\0'; value++) {
        unsigned d = digit(*value);
        if (d >= base || n > (-1UL - d) / base)
            return -EINVAL;
        n = n * base + d;
    }
    if (n < min || n > max)
        return -EINVAL;
    *number = n;
    return 0;
}
