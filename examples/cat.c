/* SPDX-License-Identifier: MIT
 * Prints files one behind the other, or what comes from descriptor 0.
 *
 *     cat [FILE]...
 *
 * @sources: examples/lib/tool.c
 */
#include "examples/lib/tool.h"

static bool cat(struct tool_input *input, void *aux)
{
    int n;
    while ((n = tool_fill(input)) > 0)
        if (write(STDOUT_FILENO, input->buffer, n) != n)
            return false;
    return n == 0;
}

int main(int argc, char *argv[])
{
    tool_begin(argv);
    return tool_each(argc - 1, argv + 1, cat, NULL);
}
