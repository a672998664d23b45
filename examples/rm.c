/* SPDX-License-Identifier: MIT
 * Removes files.
 *
 *     rm [-rf] FILE...        -r: directories with all that is in them; -f: those that are there
 *
 * @sources: examples/lib/tool.c
 */
#include <errno.h>
#include "examples/lib/tool.h"

static struct tool_option options[2];

static int remove_tree(const char *path);

/* Removes what is in directory FD.  It is opened again for each, as names move when one goes. */
static int remove_entries(const char *path)
{
    char name[READDIR_MAX_LEN + 1], entry[TOOL_PATH_MAX];
    for (;;) {
        int fd = open2(path, O_RDONLY);
        bool more = fd >= 0 && readdir(fd, name);
        if (fd >= 0)
            close(fd);
        if (!more)
            return EXIT_SUCCESS;
        if (remove_tree(tool_join(entry, path, name)) != EXIT_SUCCESS)
            return EXIT_FAILURE;
    }
}

static int remove_tree(const char *path)
{
    struct stat status;
    int error = stat(path, &status);
    if (error == -ENOENT && options[1].given)
        return EXIT_SUCCESS;
    if (error < 0)
        return tool_failed(path, error);
    if (S_ISDIR(status.st_mode) && !options[0].given)
        return tool_failed(path, EISDIR);
    if (S_ISDIR(status.st_mode) && remove_entries(path) != EXIT_SUCCESS)
        return EXIT_FAILURE;
    return remove(path) ? EXIT_SUCCESS : tool_error("%s: cannot be removed", path);
}

int main(int argc, char *argv[])
{
    int result = EXIT_SUCCESS;
    tool_begin(argv);
    tool_options(&argc, &argv, "rf", options, "rm [-rf] FILE...");
    for (int i = 0; i < argc; i++)
        result |= remove_tree(argv[i]);
    return result;
}
