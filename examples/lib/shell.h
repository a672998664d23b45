/* SPDX-License-Identifier: MIT
 * The shell's parts, as they know one another.  (The language is in shparse.h, apart from all
 * this.)
 *
 *     sh.c          where lines come from: terminal, script, -c
 *     shrun.c       runs a line: jobs, pipelines, redirections, background
 *     shbuiltin.c   the commands that the shell must carry out itself
 *     shvar.c       variables
 *     shcomplete.c  Tab
 *
 * One process, one thread; children are forks of it, and never come back from what they do.
 */
#ifndef EXAMPLES_LIB_SHELL_H
#define EXAMPLES_LIB_SHELL_H

#include <stdbool.h>
#include <unistd.h>
#include "examples/lib/lineedit.h"
#include "examples/lib/shparse.h"

#define SHELL_JOBS_MAX 16
#define SHELL_PATH_MAX 256
#define SHELL_BAD_USAGE 2
#define SHELL_NOT_FOUND 127
#define SHELL_BY_SIGNAL 128 /* Added to the signal's number. */

struct shell_job {
    pid_t pid; /* 0: free. */
    int number;
    bool ended; /* Kept for `wait`, unless a person was told. */
    int status;
};

struct shell {
    int status;            /* $?, of the last pipeline. */
    pid_t last_background; /* $! */
    bool interactive;      /* A person types. */
    bool interrupted;      /* …and has ended a command by ^C: the rest is not to run. */
    int script_fd;         /* Or -1: not for children. */
    char **args;           /* $0, $1, ... */
    int arg_count;         /* $#, without $0. */
    struct shell_job jobs[SHELL_JOBS_MAX];
};

extern struct shell shell;

/* Says what is wrong, on descriptor 2, and returns STATUS. */
int shell_error(int status, const char *format, ...) PRINTF_FORMAT(2, 3);

/* sh.c: runs the script FILE to its end; its status, or SHELL_NOT_FOUND. */
int shell_run_script(const char *file);

/* shrun.c */
void shell_run_line(const struct sh_line *line);
/* Waits for the background job; its status.  After ^C `interrupted` is set, and the job stays. */
int shell_wait_job(struct shell_job *job);
/* Finds out which background jobs have ended, and tells a person. */
void shell_check_jobs(void);

/* shbuiltin.c */
typedef int shell_builtin(int argc, char **argv);
shell_builtin *shell_find_builtin(const char *name);
/* The I-th builtin's name, or NULL. */
const char *shell_builtin_name(int i);

/* shvar.c */
sh_lookup shell_lookup;
/* Carries WORD out if it is NAME=value and returns true. */
bool shell_assign(const char *word);

/* shcomplete.c */
void shell_complete(struct lineedit *edit, void *aux);
/* Puts into FIELDS, in order, the names that match the last of its fields, if any do.  0 or
 * SH_TOO_LONG. */
int shell_match_files(struct sh_fields *fields);

#endif
