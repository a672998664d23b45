/* SPDX-License-Identifier: MIT
 * The shell.
 *
 *     sh                  lines from the terminal, or from whatever descriptor 0 is
 *     sh FILE ARG...      lines from a script
 *     sh -c WORD...       one line
 *
 * `help` says what it understands.  It ends with the status of the last command, but typing the end
 * of input (^D) is a normal end.
 *
 * @sources: examples/lib/shparse.c examples/lib/shexpand.c examples/lib/lineedit.c
 * @sources: examples/lib/shrun.c examples/lib/shbuiltin.c
 * @sources: examples/lib/shvar.c examples/lib/shcomplete.c
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strerror.h>
#include "examples/lib/shell.h"

struct shell shell = {.script_fd = -1};

int shell_error(int status, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    hprintf(STDERR_FILENO, "sh: %s\n", text);
    return status;
}

/* ---- Where lines come from ------------------------------------------------------------------- */

/* One line of input to the end of TEXT, of SIZE bytes; false at the end of input. */
typedef bool read_line(void *from, char *text, size_t size, bool more);

static void output(const char *bytes, size_t n, void *aux)
{
    write(STDOUT_FILENO, bytes, n);
}

static void make_prompt(char *prompt, size_t size)
{
    char directory[64];
    int n = getcwd(directory, sizeof directory);
    snprintf(prompt, size, "%s$ ", n < 0 ? "" : directory);
}

static bool read_terminal(void *edit_, char *text, size_t size, bool more)
{
    static char prompt[80];
    struct lineedit *edit = edit_;
    enum lineedit_result result;
    char key;
    if (more)
        strlcpy(prompt, "> ", sizeof prompt);
    else
        make_prompt(prompt, sizeof prompt);
    shell.interrupted = false;
    do {
        shell_check_jobs();
        lineedit_begin(edit, prompt);
        do {
            if (read(STDIN_FILENO, &key, 1) != 1)
                return false;
            result = lineedit_key(edit, key);
        } while (result == LINEEDIT_MORE);
    } while (result == LINEEDIT_CANCEL && !more);
    strlcat(text, edit->text, size);
    return result == LINEEDIT_LINE;
}

/* Bytes of a file or pipe.  Of descriptor 0 no more are taken than belong to the line: the commands
 * read from there too. */
struct stream {
    int fd;
    size_t at, end;
    char buffer[512];
};

static bool next_byte(struct stream *stream, char *c)
{
    if (stream->at == stream->end) {
        size_t size = stream->fd == STDIN_FILENO ? 1 : sizeof stream->buffer;
        int n = read(stream->fd, stream->buffer, size);
        if (n <= 0)
            return false;
        stream->at = 0;
        stream->end = n;
    }
    *c = stream->buffer[stream->at++];
    return true;
}

static bool read_stream(void *stream, char *text, size_t size, bool more)
{
    size_t n = strlen(text);
    bool any = false;
    char c = '\0';
    while (c != '\n' && next_byte(stream, &c)) {
        any = true;
        if (c != '\n' && n + 1 < size)
            text[n++] = c;
    }
    text[n] = '\0';
    return any;
}

/* ---- Running them ---------------------------------------------------------------------------- */

static void parse_error(int error, const struct sh_line *line)
{
    if (error == SH_TOO_LONG)
        shell.status = shell_error(SHELL_BAD_USAGE, "line too long");
    else if (error == SH_INCOMPLETE)
        shell.status = shell_error(SHELL_BAD_USAGE, "unexpected end of input");
    else
        shell.status = shell_error(SHELL_BAD_USAGE, "unexpected %s", line->error);
}

/* Reads lines until they make a whole, and runs it; false at the end of input. */
static bool run_next(read_line *read, void *from)
{
    struct sh_line line;
    char text[SH_TEXT_MAX] = "";
    if (!read(from, text, sizeof text, false))
        return false;
    int error = sh_parse(&line, text);
    while (error == SH_INCOMPLETE) {
        strlcat(text, "\n", sizeof text);
        if (!read(from, text, sizeof text, true))
            break;
        error = sh_parse(&line, text);
    }
    if (error == 0)
        shell_run_line(&line);
    else
        parse_error(error, &line);
    return true;
}

int shell_run_script(const char *file)
{
    struct stream stream = {.fd = open2(file, O_RDONLY)};
    if (stream.fd < 0)
        return shell_error(SHELL_NOT_FOUND, "%s: %s", file, strerror(stream.fd));
    int outer = shell.script_fd;
    shell.script_fd = stream.fd;
    while (!shell.interrupted && run_next(read_stream, &stream))
        continue;
    close(stream.fd);
    shell.script_fd = outer;
    return shell.status;
}

/* The kernel's command line cannot quote an argument: all the words are the line. */
static int run_words(char **words)
{
    struct sh_line line;
    char text[SH_TEXT_MAX] = "";
    for (; *words != NULL; words++) {
        strlcat(text, *words, sizeof text);
        strlcat(text, " ", sizeof text);
    }
    int error = sh_parse(&line, text);
    if (error == 0)
        shell_run_line(&line);
    else
        parse_error(error, &line);
    return shell.status;
}

static int run_terminal(void)
{
    static struct lineedit edit;
    edit.output = output;
    edit.complete = shell_complete;
    shell.interactive = true;
    set_job(JOB_OWN | JOB_FRONT);
    printf("Type `help' for help, ^D to leave.\n");
    while (run_next(read_terminal, &edit))
        continue;
    return 0;
}

static int run_input(void)
{
    struct stream stream = {.fd = STDIN_FILENO};
    while (run_next(read_stream, &stream))
        continue;
    return shell.status;
}

int main(int argc, char *argv[])
{
    struct stat input;
    if (fstat(STDERR_FILENO, &input) == -EBADF)
        dup2(STDOUT_FILENO, STDERR_FILENO);
    shell.args = argv;
    if (argc > 2 && strcmp(argv[1], "-c") == 0)
        return run_words(argv + 2);
    if (argc > 1) {
        shell.args = argv + 1;
        shell.arg_count = argc - 2;
        return shell_run_script(argv[1]);
    }
    bool terminal = fstat(STDIN_FILENO, &input) == 0 && S_ISCHR(input.st_mode);
    return terminal ? run_terminal() : run_input();
}
