/* SPDX-License-Identifier: MIT
 * Gives files another name, or another directory.
 *
 *     mv OLD NEW
 *     mv FILE... DIRECTORY
 *
 * @sources: examples/lib/tool.c
 */
#include "examples/lib/tool.h"

static int move(const char *old, const char *new)
{
    int error = rename(old, new);
    return error < 0 ? tool_failed(old, error) : EXIT_SUCCESS;
}

int main(int argc, char *argv[])
{
    char path[TOOL_PATH_MAX];
    int result = EXIT_SUCCESS;
    tool_begin(argv);
    const char *last = argv[argc - 1];
    if (argc == 3 && !tool_is_directory(last))
        return move(argv[1], last);
    if (argc < 3 || !tool_is_directory(last))
        tool_usage("mv OLD NEW, or mv FILE... DIRECTORY");
    for (int i = 1; i < argc - 1; i++)
        result |= move(argv[i], tool_join(path, last, tool_base(argv[i])));
    return result;
}
