/* SPDX-License-Identifier: MIT
 * What the small programs of a Unix system share: errors, options, and input from files, pipes or
 * the keyboard.
 */
#ifndef EXAMPLES_LIB_TOOL_H
#define EXAMPLES_LIB_TOOL_H

#include <debug.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#define TOOL_PATH_MAX 256

/* To be called first.  Sees to it that descriptor 2 is for errors, and no file gets it. */
void tool_begin(char *argv[]);

/* "NAME: text" on descriptor 2; EXIT_FAILURE. */
int tool_error(const char *format, ...) PRINTF_FORMAT(1, 2);
/* "NAME: WHAT: error in words"; EXIT_FAILURE. */
int tool_failed(const char *what, int error);
/* "usage: TEXT"; ends the program. */
void tool_usage(const char *text) NO_RETURN;

/* Reads the options at the front of *ARGV, letters of LETTERS behind a `-`, into FLAGS in the order
 * of LETTERS; a letter with a `:` behind it has a value.  Moves *ARGC and *ARGV on behind them,
 * argv[0] too; anything else that looks like an option ends the program with USAGE. */
struct tool_option {
    bool given;
    const char *value;
};
void tool_options(int *argc, char ***argv, const char *letters, struct tool_option *options,
                  const char *usage);

/* The number that TEXT is; any other text ends the program with an error. */
unsigned tool_number(const char *text);

struct tool_input {
    const char *name;
    int fd;
    bool keyboard; /* Lines are typed: with echo, Backspace, and ^D for the end. */
    size_t at, end;
    char buffer[1024];
};

/* Opens FILE; NULL or "-" is descriptor 0.  Says so if it cannot be. */
bool tool_open(struct tool_input *input, const char *file);
void tool_close(struct tool_input *input);
/* More bytes, into the buffer; how many, 0 at the end, or a negative errno. */
int tool_fill(struct tool_input *input);
/* The next byte, or -1 at the end. */
int tool_getc(struct tool_input *input);
/* The next line, without its newline, in memory that the next call reuses; NULL at the end. */
char *tool_line(struct tool_input *input, size_t *length);

/* Calls DO_ONE for each of the files ARGV, or for descriptor 0 if there are none.  EXIT_SUCCESS if
 * all could be opened and DO_ONE was content. */
int tool_each(int argc, char *argv[], bool (*do_one)(struct tool_input *input, void *aux),
              void *aux);

/* All of main() for a program that is called as `OLD NEW` or `FILE... DIRECTORY`: begins, and calls
 * DO_ONE for each OLD and what is to become of it.  The status to end with. */
int tool_each_to(int argc, char *argv[], const char *usage,
                 int (*do_one)(const char *old, const char *new));

/* DIRECTORY and NAME joined by a slash. */
const char *tool_join(char path[TOOL_PATH_MAX], const char *directory, const char *name);
/* The last part of PATH. */
const char *tool_base(const char *path);
bool tool_is_directory(const char *path);

/* Runs the program ARGV as the shell would, and gives its status word; ends with an error if it
 * cannot be started. */
int tool_run(char *argv[]);
/* Becomes that program, or ends with an error. */
void tool_become(char *argv[]) NO_RETURN;

#endif
