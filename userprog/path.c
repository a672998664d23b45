/* SPDX-License-Identifier: MIT
 * Paths, while the root directory is the only one.
 */
#include "userprog/path.h"

/* The length of a "." or ".." at the front of PATH, else 0. */
static int dots(const char *path)
{
    int n = path[0] != '.' ? 0 : path[1] != '.' ? 1 : 2;
    return path[n] == '/' || path[n] == '\0' ? n : 0;
}

const char *path_in_root(const char *path)
{
    for (;;) {
        int n = *path == '/' ? 1 : dots(path);
        if (n == 0)
            return path;
        path += n;
    }
}

bool path_is_root(const char *path)
{
    return *path != '\0' && *path_in_root(path) == '\0';
}
