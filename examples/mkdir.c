/* SPDX-License-Identifier: MIT
 * Makes directories.
 *
 *     mkdir DIRECTORY...
 *
 * @sources: examples/lib/tool.c
 */
#include <errno.h>
#include "examples/lib/tool.h"

static int make(const char *path)
{
    struct stat status;
    if (mkdir(path))
        return EXIT_SUCCESS;
    if (stat(path, &status) == 0)
        return tool_failed(path, EEXIST);
    return tool_error("%s: cannot be made", path);
}

int main(int argc, char *argv[])
{
    int result = EXIT_SUCCESS;
    tool_begin(argv);
    if (argc < 2)
        tool_usage("mkdir DIRECTORY...");
    for (int i = 1; i < argc; i++)
        result |= make(argv[i]);
    return result;
}
