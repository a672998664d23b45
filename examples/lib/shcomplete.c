/* SPDX-License-Identifier: MIT
 * Names of files: what Tab adds to the beginning of one, and what a pattern stands for.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "examples/lib/shell.h"

#define NAME_SIZE (READDIR_MAX_LEN + 1)

/* Cuts PATH into its directory, copied to DIRECTORY, and the last name, which is returned. */
static const char *split(const char *path, char directory[SHELL_PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    size_t n = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    n = n < SHELL_PATH_MAX - 1 ? n : SHELL_PATH_MAX - 1;
    memcpy(directory, path, n);
    directory[n] = '\0';
    if (n == 0)
        strlcpy(directory, ".", SHELL_PATH_MAX);
    return slash != NULL ? slash + 1 : path;
}

/* Opens the next of the names that a directory has; all of them through readdir(). */
static int open_directory(const char *directory)
{
    int fd = open(directory);
    if (fd >= 0 && !isdir(fd)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

/* ---- Patterns -------------------------------------------------------------------------------- */

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Appends DIRECTORY's part of PATTERN and NAME as a field. */
static int append(struct sh_fields *fields, const char *pattern, size_t prefix, const char *name)
{
    size_t size = prefix + strlen(name) + 1;
    if (fields->count == SH_WORDS_MAX || size > SH_TEXT_MAX - fields->used)
        return SH_TOO_LONG;
    char *field = fields->text + fields->used;
    memcpy(field, pattern, prefix);
    memcpy(field + prefix, name, size - prefix);
    fields->used += size;
    fields->field[fields->count++] = field;
    return 0;
}

int shell_match_files(struct sh_fields *fields)
{
    char directory[SHELL_PATH_MAX], name[NAME_SIZE];
    int at = fields->count - 1, error = 0;
    const char *pattern = fields->field[at], *last = split(pattern, directory);
    int fd = sh_is_pattern(directory) ? -1 : open_directory(directory);
    while (fd >= 0 && error == 0 && readdir(fd, name))
        if (sh_match(last, name))
            error = append(fields, pattern, last - pattern, name);
    if (fd >= 0)
        close(fd);
    int found = fields->count - at - 1;
    if (found > 0) {
        memmove(&fields->field[at], &fields->field[at + 1], found * sizeof *fields->field);
        fields->count--;
        qsort(&fields->field[at], found, sizeof *fields->field, compare_names);
    }
    fields->field[fields->count] = NULL;
    return error;
}

/* ---- Tab ------------------------------------------------------------------------------------- */

/* What has been found that begins as the word does. */
struct matches {
    const char *begin;
    size_t length;
    int count;
    char common[NAME_SIZE]; /* What all of them begin with. */
    bool list;              /* Print them too. */
};

static void note(struct matches *matches, const char *name)
{
    if (strncmp(name, matches->begin, matches->length) != 0)
        return;
    if (matches->list)
        printf("%s%-14s", matches->count % 5 == 0 ? "\n" : " ", name);
    if (matches->count++ == 0) {
        strlcpy(matches->common, name, sizeof matches->common);
        return;
    }
    size_t i = 0;
    while (matches->common[i] != '\0' && matches->common[i] == name[i])
        i++;
    matches->common[i] = '\0';
}

static void note_files(struct matches *matches, const char *directory)
{
    char name[NAME_SIZE];
    int fd = open_directory(directory);
    if (fd < 0)
        return;
    while (readdir(fd, name))
        note(matches, name);
    close(fd);
}

static void note_all(struct matches *matches, const char *directory, bool command)
{
    for (int i = 0; command && shell_builtin_name(i) != NULL; i++)
        note(matches, shell_builtin_name(i));
    note_files(matches, command ? "/" : directory);
}

/* Where the word that ends at the cursor begins; *COMMAND: it is a command's first. */
static size_t word_start(const struct lineedit *edit, bool *command)
{
    size_t at = edit->cursor;
    while (at > 0 && strchr(" \t;|&<>'\"", edit->text[at - 1]) == NULL)
        at--;
    size_t before = at;
    while (before > 0 && edit->text[before - 1] == ' ')
        before--;
    *command = before == 0 || strchr(";|&", edit->text[before - 1]) != NULL;
    return at;
}

/* What to put behind a name that is complete. */
static const char *name_end(const char *directory, const char *name)
{
    char path[SHELL_PATH_MAX];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode) ? "/" : " ";
}

void shell_complete(struct lineedit *edit, void *aux)
{
    char word[LINEEDIT_MAX], directory[SHELL_PATH_MAX];
    bool command;
    size_t start = word_start(edit, &command);
    memcpy(word, edit->text + start, edit->cursor - start);
    word[edit->cursor - start] = '\0';
    struct matches matches = {.begin = split(word, directory)};
    matches.length = strlen(matches.begin);
    command = command && matches.begin == word;
    note_all(&matches, directory, command);
    if (matches.count == 0)
        return;
    size_t more = strlen(matches.common) - matches.length;
    lineedit_insert(edit, matches.common + matches.length, more);
    if (matches.count == 1)
        lineedit_insert(edit, name_end(directory, matches.common), 1);
    if (matches.count == 1 || more > 0)
        return;
    matches.list = true;
    matches.count = 0;
    note_all(&matches, directory, command);
    printf("\n");
    lineedit_again(edit);
}
