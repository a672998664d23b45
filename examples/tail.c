/* SPDX-License-Identifier: MIT
 * Prints the last lines of files.
 *
 *     tail [-n LINES] [FILE]...        10 unless it is told
 *
 * @sources: examples/lib/tool.c
 */
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include "examples/lib/tool.h"

static unsigned lines = 10;

static bool tail(struct tool_input *input, void *aux)
{
    size_t n;
    unsigned count = 0;
    const char *line;
    char **ring = calloc(lines + 1, sizeof *ring);
    if (ring == NULL)
        return tool_failed(input->name, ENOMEM) == EXIT_SUCCESS;
    while (lines > 0 && (line = tool_line(input, &n)) != NULL) {
        char **slot = &ring[count++ % lines];
        free(*slot);
        *slot = malloc(n + 1);
        if (*slot == NULL)
            exit(tool_failed(input->name, ENOMEM));
        memcpy(*slot, line, n + 1);
    }
    unsigned first = count > lines ? count - lines : 0;
    for (unsigned i = first; i < count; i++) {
        printf("%s\n", ring[i % lines]);
        free(ring[i % lines]);
    }
    free(ring);
    return true;
}

int main(int argc, char *argv[])
{
    struct tool_option option = {0};
    tool_begin(argv);
    tool_options(&argc, &argv, "n:", &option, "tail [-n LINES] [FILE]...");
    if (option.given)
        lines = tool_number(option.value);
    if (lines > 1000000)
        return tool_error("%u lines are too many", lines);
    return tool_each(argc, argv, tail, NULL);
}
