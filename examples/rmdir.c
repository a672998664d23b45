/* SPDX-License-Identifier: MIT
 * Removes empty directories.
 *
 *     rmdir DIRECTORY...
 *
 * @sources: examples/lib/tool.c
 */
#include <errno.h>
#include "examples/lib/tool.h"

static int remove_one(const char *path)
{
    char name[READDIR_MAX_LEN + 1];
    int fd = open2(path, O_RDONLY);
    if (fd < 0)
        return tool_failed(path, fd);
    int error = !isdir(fd) ? ENOTDIR : readdir(fd, name) ? ENOTEMPTY : 0;
    close(fd);
    if (error != 0)
        return tool_failed(path, error);
    return remove(path) ? EXIT_SUCCESS : tool_failed(path, EBUSY);
}

int main(int argc, char *argv[])
{
    int result = EXIT_SUCCESS;
    tool_begin(argv);
    if (argc < 2)
        tool_usage("rmdir DIRECTORY...");
    for (int i = 1; i < argc; i++)
        result |= remove_one(argv[i]);
    return result;
}
