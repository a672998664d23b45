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
    return tool_each_to(argc, argv, "mv OLD NEW, or mv FILE... DIRECTORY", move);
}
