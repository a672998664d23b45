/* SPDX-License-Identifier: MIT
 * The shell's language, apart from running anything: what a line means, and what a word becomes.
 *
 *     line      = job { (";" | "&" | newline) job } [";" | "&"]
 *     job       = pipeline { ("&&" | "||") pipeline }
 *     pipeline  = ["!"] command { "|" command }
 *     command   = { word | redirect }
 *     redirect  = [digit] ("<" | ">" | ">>") word | [digit] ">&" digit
 *
 * `#` at a word's beginning comments the rest of the line out.  '…' quotes everything, "…" all but
 * $, a backslash the character behind it.  sh_parse() finds the words; what is in them, quotes and
 * variables, is left to sh_expand(), at the time when the command runs.
 */
#ifndef EXAMPLES_LIB_SHPARSE_H
#define EXAMPLES_LIB_SHPARSE_H

#include <stdbool.h>
#include <stddef.h>

#define SH_TEXT_MAX 4096
#define SH_WORDS_MAX 256
#define SH_REDIRECTS_MAX 32
#define SH_COMMANDS_MAX 64

/* Errors of sh_parse() and sh_expand(). */
enum {
    SH_INCOMPLETE = -1, /* A quote is open, or the line ends behind |, && or ||. */
    SH_SYNTAX = -2,
    SH_TOO_LONG = -3,
};

enum sh_redirect_kind { SH_READ, SH_WRITE, SH_APPEND, SH_DUPLICATE };

struct sh_redirect {
    int fd;
    enum sh_redirect_kind kind;
    const char *target; /* A word; of SH_DUPLICATE the other descriptor's digit. */
};

struct sh_command {
    int word, words;         /* The first of its words, and how many. */
    int redirect, redirects; /* The same of its redirections. */
};

/* When a pipeline runs, by how the one before it in the same job ended. */
enum sh_join { SH_FIRST, SH_AND, SH_OR };

struct sh_pipeline {
    enum sh_join join;
    bool negated;
    int command, commands;
};

struct sh_job {
    bool background;
    int pipeline, pipelines;
};

/* A line that was parsed.  The strings are in TEXT. */
struct sh_line {
    const char *words[SH_WORDS_MAX];
    struct sh_redirect redirects[SH_REDIRECTS_MAX];
    struct sh_command commands[SH_COMMANDS_MAX];
    struct sh_pipeline pipelines[SH_COMMANDS_MAX];
    struct sh_job jobs[SH_COMMANDS_MAX];
    int n_words, n_redirects, n_commands, n_pipelines, n_jobs;
    char text[SH_TEXT_MAX];
    const char *error; /* After SH_SYNTAX: what was not expected. */
};

/* 0 or an error. */
int sh_parse(struct sh_line *line, const char *source);

/* Where words come out.  As a pattern's * and ? must not be mixed up with quoted ones, they stand
 * as SH_STAR and SH_MARK in the strings until sh_plain() puts them back. */
#define SH_STAR '\001'
#define SH_MARK '\002'

struct sh_fields {
    char *field[SH_WORDS_MAX + 1];
    int count;
    size_t used;
    char text[SH_TEXT_MAX];
};

/* The value of variable NAME of N characters, or NULL: what sh_expand() asks. */
typedef const char *sh_lookup(const char *name, size_t n, void *aux);

/* Appends to FIELDS what WORD becomes: none, one or several, as an unquoted variable's value is cut
 * at blanks.  0 or SH_TOO_LONG. */
int sh_expand(struct sh_fields *fields, const char *word, sh_lookup *lookup, void *aux);

/* Does NAME match PATTERN, in which SH_STAR and SH_MARK stand for any text and any character? */
bool sh_match(const char *pattern, const char *name);
bool sh_is_pattern(const char *field);
void sh_plain(char *field);

/* The length of the variable's name with which TEXT begins; 0 if it begins with none. */
size_t sh_name_length(const char *text);

#endif
