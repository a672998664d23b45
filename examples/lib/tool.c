/* SPDX-License-Identifier: MIT
 * What the small programs of a Unix system share.
 */
#include "examples/lib/tool.h"

#include <ctype.h>
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <strerror.h>
#include <string.h>

#define CONTROL_D 4

static const char *program = "?";

void tool_begin(char *argv[])
{
    struct stat status;
    program = argv[0] != NULL ? tool_base(argv[0]) : "?";
    if (fstat(STDERR_FILENO, &status) == -EBADF)
        dup2(STDOUT_FILENO, STDERR_FILENO);
}

int tool_error(const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    hprintf(STDERR_FILENO, "%s: %s\n", program, text);
    return EXIT_FAILURE;
}

int tool_failed(const char *what, int error)
{
    return tool_error("%s: %s", what, strerror(error));
}

void tool_usage(const char *text)
{
    hprintf(STDERR_FILENO, "usage: %s\n", text);
    exit(2);
}

/* ---- Options --------------------------------------------------------------------------------- */

/* The options in the word TEXT; NEXT is the word behind.  True if that was a value. */
static bool read_option(const char *text, const char *next, const char *letters,
                        struct tool_option *options, const char *usage)
{
    for (; *text != '\0'; text++) {
        const char *letter = *text != ':' ? strchr(letters, *text) : NULL;
        if (letter == NULL)
            tool_usage(usage);
        struct tool_option *option = options;
        for (const char *p = letters; p < letter; p++)
            option += *p != ':';
        option->given = true;
        if (letter[1] != ':')
            continue;
        option->value = text[1] != '\0' ? text + 1 : next;
        if (option->value == NULL)
            tool_usage(usage);
        return text[1] == '\0';
    }
    return false;
}

void tool_options(int *argc, char ***argv, const char *letters, struct tool_option *options,
                  const char *usage)
{
    char **word = *argv + 1;
    for (; *word != NULL && (*word)[0] == '-' && (*word)[1] != '\0'; word++) {
        if (strcmp(*word, "--") == 0) {
            word++;
            break;
        }
        word += read_option(*word + 1, word[1], letters, options, usage);
    }
    *argc -= word - *argv;
    *argv = word;
}

unsigned tool_number(const char *text)
{
    unsigned value = 0;
    bool good = *text != '\0';
    for (const char *p = text; *p != '\0'; p++) {
        good = good && isdigit(*p) && !__builtin_mul_overflow(value, 10u, &value) &&
               !__builtin_add_overflow(value, (unsigned)(*p - '0'), &value);
    }
    if (!good)
        exit(tool_error("%s: not a number", text));
    return value;
}

/* ---- Input ----------------------------------------------------------------------------------- */

bool tool_open(struct tool_input *input, const char *file)
{
    struct stat status;
    bool standard = file == NULL || strcmp(file, "-") == 0;
    input->name = standard ? "-" : file;
    input->fd = standard ? STDIN_FILENO : open2(file, O_RDONLY);
    input->at = input->end = 0;
    input->keyboard = standard && fstat(STDIN_FILENO, &status) == 0 && S_ISCHR(status.st_mode);
    if (input->fd < 0)
        tool_failed(file, input->fd);
    return input->fd >= 0;
}

void tool_close(struct tool_input *input)
{
    if (input->fd != STDIN_FILENO)
        close(input->fd);
}

/* Puts C, which was typed, into the line in BUFFER. */
static void take_typed(struct tool_input *input, char c)
{
    bool erase = c == '\b' || c == 0x7f;
    if (c == '\r')
        c = '\n';
    if (erase && input->end > 0) {
        input->end--;
        write(STDOUT_FILENO, "\b \b", 3);
    } else if (c == '\n' || ((unsigned char)c >= ' ' && !erase)) {
        input->buffer[input->end++] = c;
        write(STDOUT_FILENO, &c, 1);
    }
}

/* A typed line, as long as it is one. */
static int fill_typed(struct tool_input *input)
{
    char c = '\0';
    while (c != '\n' && c != '\r' && input->end < sizeof input->buffer) {
        int n = read(STDIN_FILENO, &c, 1);
        if (n < 0) {
            tool_error("what is typed is not for the background");
            return -EIO;
        }
        if (n == 0 || c == CONTROL_D)
            break;
        take_typed(input, c);
    }
    return input->end;
}

int tool_fill(struct tool_input *input)
{
    input->at = input->end = 0;
    if (input->keyboard)
        return fill_typed(input);
    int n = read(input->fd, input->buffer, sizeof input->buffer);
    if (n < 0) {
        tool_failed(input->name, isdir(input->fd) ? EISDIR : EIO);
        return -EIO;
    }
    input->end = n;
    return n;
}

int tool_getc(struct tool_input *input)
{
    if (input->at == input->end && tool_fill(input) <= 0)
        return -1;
    return (unsigned char)input->buffer[input->at++];
}

char *tool_line(struct tool_input *input, size_t *length)
{
    static char *line;
    static size_t room;
    size_t n = 0;
    int c;
    while ((c = tool_getc(input)) >= 0 && c != '\n') {
        if (n + 1 >= room) {
            room = room > 0 ? 2 * room : 128;
            line = realloc(line, room);
            if (line == NULL)
                exit(tool_failed(input->name, ENOMEM));
        }
        line[n++] = c;
    }
    if (c < 0 && n == 0)
        return NULL;
    if (line == NULL)
        line = calloc(room = 128, 1);
    line[n] = '\0';
    *length = n;
    return line;
}

int tool_each(int argc, char *argv[], bool (*do_one)(struct tool_input *input, void *aux),
              void *aux)
{
    static struct tool_input input;
    bool good = true;
    for (int i = 0; i < argc || i == 0; i++) {
        if (!tool_open(&input, argc > 0 ? argv[i] : NULL)) {
            good = false;
            continue;
        }
        good = do_one(&input, aux) && good;
        tool_close(&input);
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int tool_each_to(int argc, char *argv[], const char *usage,
                 int (*do_one)(const char *old, const char *new))
{
    char path[TOOL_PATH_MAX];
    int result = EXIT_SUCCESS;
    tool_begin(argv);
    bool into = argc >= 3 && tool_is_directory(argv[argc - 1]);
    if (argc == 3 && !into)
        return do_one(argv[1], argv[2]);
    if (!into)
        tool_usage(usage);
    for (int i = 1; i < argc - 1; i++)
        result |= do_one(argv[i], tool_join(path, argv[argc - 1], tool_base(argv[i])));
    return result;
}

/* ---- Names ----------------------------------------------------------------------------------- */

const char *tool_join(char path[TOOL_PATH_MAX], const char *directory, const char *name)
{
    size_t n = strlen(directory);
    snprintf(path, TOOL_PATH_MAX, "%s%s%s", directory, n > 0 && directory[n - 1] == '/' ? "" : "/",
             name);
    return path;
}

const char *tool_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

bool tool_is_directory(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}
