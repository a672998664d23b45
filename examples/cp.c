/* SPDX-License-Identifier: MIT
 * Copies files.
 *
 *     cp OLD NEW
 *     cp FILE... DIRECTORY
 *
 * @sources: examples/lib/tool.c
 */
#include <errno.h>
#include "examples/lib/tool.h"

static int copy_bytes(int from, int to, const char *old, const char *new)
{
    static char buffer[16384];
    int n;
    while ((n = read(from, buffer, sizeof buffer)) > 0)
        if (write(to, buffer, n) != n)
            return tool_failed(new, ENOSPC);
    return n == 0 ? EXIT_SUCCESS : tool_failed(old, EIO);
}

static bool same_file(int a, int b)
{
    return inumber(a) == inumber(b);
}

/* FROM, which is open as OLD, to the file NEW, which is emptied once it is sure to be another. */
static int copy_from(int from, const char *old, const char *new)
{
    int to = open2(new, O_WRONLY | O_CREAT);
    if (to < 0)
        return tool_failed(new, to);
    bool same = same_file(from, to);
    close(to);
    if (same)
        return tool_error("%s and %s are the same file", old, new);
    to = open2(new, O_WRONLY | O_CREAT | O_TRUNC);
    if (to < 0)
        return tool_failed(new, to);
    int result = copy_bytes(from, to, old, new);
    close(to);
    return result;
}

static int copy(const char *old, const char *new)
{
    int from = open2(old, O_RDONLY);
    if (from < 0)
        return tool_failed(old, from);
    int result = isdir(from) ? tool_failed(old, EISDIR) : copy_from(from, old, new);
    close(from);
    return result;
}

int main(int argc, char *argv[])
{
    return tool_each_to(argc, argv, "cp OLD NEW, or cp FILE... DIRECTORY", copy);
}
