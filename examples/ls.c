/* SPDX-License-Identifier: MIT
 * Lists directories.
 *
 *     ls [-la1] [FILE]...        -l: type, size and inode; -1: one a line (so it is in a pipe, too)
 *
 * @sources: examples/lib/tool.c
 */
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "examples/lib/tool.h"

#define COLUMNS 5

struct name {
    char text[READDIR_MAX_LEN + 1];
};

static struct tool_option options[3];
static bool one_a_line;
static int shown; /* Names on this line. */

static void end_line(void)
{
    if (shown > 0)
        printf("\n");
    shown = 0;
}

static void show_long(const char *path, const char *name)
{
    struct stat status;
    int error = stat(path, &status);
    if (error < 0)
        tool_failed(path, error);
    else
        printf("%c %9u %5u %s\n", S_ISDIR(status.st_mode) ? 'd' : '-', (unsigned)status.st_size,
               (unsigned)status.st_ino, name);
}

static void show(const char *path, const char *name)
{
    if (options[0].given) {
        show_long(path, name);
        return;
    }
    const char *mark = !one_a_line && tool_is_directory(path) ? "/" : "";
    printf("%s%s%*s", name, mark, one_a_line ? 0 : (int)(15 - strlen(name) - strlen(mark)), "");
    if (++shown == COLUMNS || one_a_line)
        end_line();
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct name *)a)->text, ((const struct name *)b)->text);
}

/* The names in directory FD, sorted; how many. */
static size_t read_names(int fd, struct name **names)
{
    size_t n = 0, room = 0;
    *names = NULL;
    for (;;) {
        if (n == room)
            *names = realloc(*names, (room += 64) * sizeof **names);
        if (*names == NULL)
            exit(tool_failed("names", ENOMEM));
        if (!readdir(fd, (*names)[n].text))
            break;
        n++;
    }
    qsort(*names, n, sizeof **names, compare);
    return n;
}

static void list(int fd, const char *directory)
{
    char path[TOOL_PATH_MAX];
    struct name *names;
    size_t n = read_names(fd, &names);
    for (size_t i = 0; i < n; i++)
        if (options[1].given || names[i].text[0] != '.')
            show(tool_join(path, directory, names[i].text), names[i].text);
    end_line();
    free(names);
}

static int list_one(const char *path, bool title)
{
    int fd = open2(path, O_RDONLY);
    if (fd < 0)
        return tool_failed(path, fd);
    if (!isdir(fd)) {
        show(path, path);
    } else {
        end_line();
        if (title)
            printf("%s:\n", path);
        list(fd, path);
    }
    close(fd);
    return EXIT_SUCCESS;
}

int main(int argc, char *argv[])
{
    struct stat output;
    int result = EXIT_SUCCESS;
    tool_begin(argv);
    tool_options(&argc, &argv, "la1", options, "ls [-la1] [FILE]...");
    one_a_line = options[2].given || fstat(STDOUT_FILENO, &output) < 0 || !S_ISCHR(output.st_mode);
    if (argc == 0)
        return list_one(".", false);
    for (int i = 0; i < argc; i++)
        result |= list_one(argv[i], argc > 1);
    end_line();
    return result;
}
