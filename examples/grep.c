/* SPDX-License-Identifier: MIT
 * Prints the lines in which a pattern is found.
 *
 *     grep [-ivnc] PATTERN [FILE]...        . [set] * + ? ^ $ \c
 *
 * Status 0: some were found, 1: none, 2: an error.
 *
 * @sources: examples/lib/tool.c
 * @sources: examples/lib/regex.c
 */
#include <stdio.h>
#include "examples/lib/regex.h"
#include "examples/lib/tool.h"

enum { FOLD, INVERT, NUMBER, COUNT };
static struct tool_option options[4];
static const char *pattern;
static bool many, any;

static void print(const char *name, unsigned number, const char *line)
{
    if (many)
        printf("%s:", name);
    if (options[NUMBER].given)
        printf("%u:", number);
    printf("%s\n", line);
}

static bool grep(struct tool_input *input, void *aux)
{
    size_t n;
    unsigned number = 0, count = 0;
    const char *line;
    while ((line = tool_line(input, &n)) != NULL) {
        number++;
        if (regex_find(pattern, line, options[FOLD].given) == options[INVERT].given)
            continue;
        count++;
        if (!options[COUNT].given)
            print(input->name, number, line);
    }
    if (options[COUNT].given && many)
        printf("%s:%u\n", input->name, count);
    else if (options[COUNT].given)
        printf("%u\n", count);
    any = any || count > 0;
    return true;
}

int main(int argc, char *argv[])
{
    static const char usage[] = "grep [-ivnc] PATTERN [FILE]...";
    tool_begin(argv);
    tool_options(&argc, &argv, "ivnc", options, usage);
    if (argc == 0)
        tool_usage(usage);
    pattern = argv[0];
    many = argc > 2;
    if (!regex_valid(pattern)) {
        tool_error("%s: not a pattern", pattern);
        return 2;
    }
    int result = tool_each(argc - 1, argv + 1, grep, NULL);
    return result != EXIT_SUCCESS ? 2 : !any;
}
