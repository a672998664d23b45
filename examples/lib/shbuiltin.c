/* SPDX-License-Identifier: MIT
 * What the shell carries out itself: a child could not change its directory or end it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "examples/lib/shell.h"

static int cd(int argc, char **argv)
{
    const char *directory = argc > 1 ? argv[1] : "/";
    return chdir(directory) ? 0 : shell_error(1, "cd: %s: no such directory", directory);
}

static int leave(int argc, char **argv)
{
    exit(argc > 1 ? atoi(argv[1]) : shell.status);
}

static int jobs(int argc, char **argv)
{
    shell_check_jobs();
    for (int i = 0; i < SHELL_JOBS_MAX; i++)
        if (shell.jobs[i].pid != 0 && !shell.jobs[i].ended)
            printf("[%d] %d\n", shell.jobs[i].number, shell.jobs[i].pid);
    return 0;
}

/* wait [PID]...: for all the background jobs if none is given. */
static int wait_for(int argc, char **argv)
{
    int status = 0;
    for (int i = 0; i < SHELL_JOBS_MAX && !shell.interrupted; i++) {
        struct shell_job *job = &shell.jobs[i];
        bool named = argc == 1;
        for (int k = 1; k < argc; k++)
            named = named || atoi(argv[k]) == job->pid;
        if (job->pid != 0 && named)
            status = shell_wait_job(job);
    }
    return status;
}

static int source(int argc, char **argv)
{
    return argc > 1 ? shell_run_script(argv[1]) : shell_error(SHELL_BAD_USAGE, "usage: . FILE");
}

static int yes(int argc, char **argv)
{
    return 0;
}

static int no(int argc, char **argv)
{
    return 1;
}

static int help(int argc, char **argv)
{
    printf("a | b   a < in   a > out   a >> out   2> errors   2>&1   a &   a && b   a || b   ! a\n"
           "'text'  \"text $x\"  \\c  x=value  $x  $?  $1  $#  $*  $$  $!  *  ?  # comment\n"
           "^C ends what runs, and a wait; ^D ends the input, and the shell\n"
           "of the shell itself:");
    for (int i = 0; shell_builtin_name(i) != NULL; i++)
        printf(" %s", shell_builtin_name(i));
    printf("\nall others are programs: ls /\n");
    return 0;
}

static const struct {
    const char *name;
    shell_builtin *run;
} builtins[] = {{"cd", cd}, {"exit", leave}, {"jobs", jobs}, {"wait", wait_for}, {".", source},
                {":", yes}, {"true", yes},   {"false", no},  {"source", source}, {"help", help}};

shell_builtin *shell_find_builtin(const char *name)
{
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
        if (strcmp(builtins[i].name, name) == 0)
            return builtins[i].run;
    return NULL;
}

const char *shell_builtin_name(int i)
{
    return i < (int)(sizeof builtins / sizeof *builtins) ? builtins[i].name : NULL;
}
