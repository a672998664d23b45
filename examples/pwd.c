/* SPDX-License-Identifier: MIT
 * Prints the current directory.
 *
 * @sources: examples/lib/tool.c
 */
#include <stdio.h>
#include "examples/lib/tool.h"

int main(int argc, char *argv[])
{
    char path[TOOL_PATH_MAX];
    tool_begin(argv);
    int n = getcwd(path, sizeof path);
    if (n < 0)
        return tool_failed("current directory", n);
    printf("%s\n", path);
    return EXIT_SUCCESS;
}
