/* SPDX-License-Identifier: MIT
 * Sorts lines.
 *
 *     sort [-nru] [FILE]...        -n: by the number in front, -r: backwards, -u: equal ones once
 *
 * @sources: examples/lib/tool.c
 */
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "examples/lib/tool.h"

enum { NUMERIC, REVERSE, UNIQUE };
static struct tool_option options[3];
static char **lines;
static size_t count, room;

static bool take(struct tool_input *input, void *aux)
{
    size_t n;
    const char *line;
    while ((line = tool_line(input, &n)) != NULL) {
        if (count == room) {
            room = room > 0 ? 2 * room : 256;
            lines = realloc(lines, room * sizeof *lines);
        }
        char *copy = malloc(n + 1);
        if (lines == NULL || copy == NULL)
            exit(tool_failed(input->name, ENOMEM));
        lines[count++] = memcpy(copy, line, n + 1);
    }
    return true;
}

static int compare(const void *a_, const void *b_)
{
    const char *a = *(char *const *)a_, *b = *(char *const *)b_;
    int x = 0, y = 0;
    if (options[NUMERIC].given) {
        x = atoi(a);
        y = atoi(b);
    }
    int result = x != y ? (x < y ? -1 : 1) : strcmp(a, b);
    return options[REVERSE].given ? -result : result;
}

int main(int argc, char *argv[])
{
    tool_begin(argv);
    tool_options(&argc, &argv, "nru", options, "sort [-nru] [FILE]...");
    int result = tool_each(argc, argv, take, NULL);
    qsort(lines, count, sizeof *lines, compare);
    for (size_t i = 0; i < count; i++)
        if (!options[UNIQUE].given || i == 0 || strcmp(lines[i - 1], lines[i]) != 0)
            printf("%s\n", lines[i]);
    return result;
}
