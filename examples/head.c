/* SPDX-License-Identifier: MIT
 * Prints the first lines of files.
 *
 *     head [-n LINES] [FILE]...        10 unless it is told
 *
 * @sources: examples/lib/tool.c
 */
#include <stdio.h>
#include "examples/lib/tool.h"

static unsigned lines = 10;

static bool head(struct tool_input *input, void *aux)
{
    size_t n;
    const char *line;
    for (unsigned i = 0; i < lines && (line = tool_line(input, &n)) != NULL; i++)
        printf("%s\n", line);
    return true;
}

int main(int argc, char *argv[])
{
    struct tool_option option = {0};
    tool_begin(argv);
    tool_options(&argc, &argv, "n:", &option, "head [-n LINES] [FILE]...");
    if (option.given)
        lines = tool_number(option.value);
    return tool_each(argc, argv, head, NULL);
}
