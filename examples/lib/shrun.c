/* SPDX-License-Identifier: MIT
 * Runs what a line means.
 *
 * A command is expanded in the shell, before the fork, as `x=1; echo $x` wants it.  A builtin that
 * is a pipeline of its own runs in the shell too; its redirections are undone behind it.
 *
 * Where a person types, each pipeline is a job at the front of the terminal, so that ^C ends it and
 * not the shell.  A script's commands are in the job of the script.  What runs in the background is
 * always a job of its own, which no key ends.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strerror.h>
#include "examples/lib/shell.h"

/* Descriptors from here on hold what a builtin's redirections replace: ten for each builtin that
 * runs inside another (`.`). */
#define KEPT_FIRST 24

static int depth; /* Of builtins inside builtins. */

static struct sh_fields fields; /* The words of the command that is being started. */

/* ---- Redirections ---------------------------------------------------------------------------- */

static int open_target(const struct sh_redirect *redirect)
{
    static const int flags[] = {[SH_READ] = O_RDONLY,
                                [SH_WRITE] = O_WRONLY | O_CREAT | O_TRUNC,
                                [SH_APPEND] = O_WRONLY | O_CREAT | O_APPEND};
    static struct sh_fields name;
    name.count = name.used = 0;
    if (sh_expand(&name, redirect->target, shell_lookup, NULL) < 0 || name.count != 1) {
        shell_error(1, "%s: is not one name", redirect->target);
        return -EINVAL;
    }
    sh_plain(name.field[0]);
    int fd = open2(name.field[0], flags[redirect->kind]);
    if (fd < 0)
        shell_error(1, "%s: %s", name.field[0], strerror(fd));
    return fd;
}

static int redirect_one(const struct sh_redirect *redirect)
{
    if (redirect->kind == SH_DUPLICATE) {
        int result = dup2(redirect->target[0] - '0', redirect->fd);
        return result < 0 ? shell_error(result, "%s: %s", redirect->target, strerror(result)) : 0;
    }
    int fd = open_target(redirect);
    if (fd < 0 || fd == redirect->fd)
        return fd < 0 ? fd : 0;
    int result = dup2(fd, redirect->fd);
    close(fd);
    return result < 0 ? result : 0;
}

static int redirect_all(const struct sh_line *line, const struct sh_command *command)
{
    int result = 0;
    for (int i = 0; i < command->redirects && result == 0; i++)
        result = redirect_one(&line->redirects[command->redirect + i]);
    return result;
}

static int kept(int fd)
{
    return KEPT_FIRST + 10 * depth + fd;
}

static void keep_descriptors(const struct sh_line *line, const struct sh_command *command)
{
    depth++;
    for (int i = 0; i < command->redirects; i++) {
        int fd = line->redirects[command->redirect + i].fd;
        dup2(fd, kept(fd));
    }
}

/* Is redirection I the first of its descriptor? */
static bool is_first(const struct sh_redirect *redirects, int i)
{
    for (int k = 0; k < i; k++)
        if (redirects[k].fd == redirects[i].fd)
            return false;
    return true;
}

static void restore_descriptors(const struct sh_line *line, const struct sh_command *command)
{
    const struct sh_redirect *redirects = &line->redirects[command->redirect];
    for (int i = 0; i < command->redirects; i++) {
        int fd = redirects[i].fd;
        if (!is_first(redirects, i))
            continue;
        close(fd);
        if (dup2(kept(fd), fd) >= 0)
            close(kept(fd));
    }
    depth--;
}

/* ---- Words ----------------------------------------------------------------------------------- */

static bool expand(const struct sh_line *line, const struct sh_command *command)
{
    fields.count = fields.used = 0;
    for (int i = 0; i < command->words; i++) {
        int before = fields.count;
        int error = sh_expand(&fields, line->words[command->word + i], shell_lookup, NULL);
        if (error == 0 && fields.count == before + 1 && sh_is_pattern(fields.field[before]))
            error = shell_match_files(&fields);
        if (error < 0) {
            shell.status = shell_error(1, "too many words");
            return false;
        }
    }
    for (int i = 0; i < fields.count; i++)
        sh_plain(fields.field[i]);
    return true;
}

/* ---- One command ----------------------------------------------------------------------------- */

/* Becomes a shell that runs the script FILE with the same arguments. */
static void become_script(const char *file)
{
    static char *args[SH_WORDS_MAX + 2];
    args[0] = "sh";
    args[1] = (char *)file;
    memcpy(args + 2, fields.field + 1, fields.count * sizeof *args);
    execve("/sh", args);
}

/* Becomes the program FILE, or runs the script that it is.  Returns if there is no such file. */
static void try_program(const char *file)
{
    int error = execve(file, fields.field);
    if (error == -ENOENT || error == -ENOTDIR || error == -ENAMETOOLONG)
        return;
    if (error == -ENOEXEC)
        become_script(file);
    exit(shell_error(SHELL_NOT_FOUND - 1, "%s: %s", file, strerror(error)));
}

/* A name without a slash is one of the root directory, where the programs are, or of this one. */
static void become_program(void)
{
    char path[SHELL_PATH_MAX];
    const char *name = fields.field[0];
    if (strchr(name, '/') == NULL) {
        snprintf(path, sizeof path, "/%s", name);
        try_program(path);
    }
    try_program(name);
    exit(shell_error(SHELL_NOT_FOUND, "%s: no such program", name));
}

/* In a child: does what the command says, and ends. */
static void NO_RETURN run_in_child(const struct sh_line *line, const struct sh_command *command)
{
    if (shell.script_fd >= 0)
        close(shell.script_fd);
    shell.script_fd = -1;
    if (redirect_all(line, command) < 0)
        exit(1);
    if (fields.count == 0)
        exit(0);
    shell_builtin *builtin = shell_find_builtin(fields.field[0]);
    if (builtin == NULL)
        become_program();
    exit(builtin(fields.count, fields.field));
}

/* Carries out what the shell itself must, and returns true; or leaves it to a child. */
static bool run_in_shell(const struct sh_line *line, const struct sh_command *command)
{
    int assigned = 0;
    while (assigned < command->words && shell_assign(line->words[command->word + assigned]))
        assigned++;
    if (assigned > 0 && assigned == command->words && command->redirects == 0)
        return true;
    if (!expand(line, command))
        return true;
    shell_builtin *builtin = fields.count > 0 ? shell_find_builtin(fields.field[0]) : NULL;
    if (fields.count > 0 && builtin == NULL)
        return false;
    keep_descriptors(line, command);
    shell.status = redirect_all(line, command) < 0 ? 1 : 0;
    if (shell.status == 0 && builtin != NULL)
        shell.status = builtin(fields.count, fields.field);
    restore_descriptors(line, command);
    return true;
}

/* ---- Pipelines ------------------------------------------------------------------------------- */

/* Starts the command in a child that reads IN and writes OUT, unless those are -1.  AFTER is the
 * end to read of the pipe that it writes. */
static pid_t start(const struct sh_line *line, const struct sh_command *command, int in, int out,
                   int after)
{
    pid_t pid = fork();
    if (pid != 0) {
        if (pid < 0 && pid != -EINTR)
            shell_error(1, "cannot start a process: %s", strerror(pid));
        return pid;
    }
    if (after >= 0)
        close(after);
    if (in >= 0) {
        dup2(in, STDIN_FILENO);
        close(in);
    }
    if (out >= 0) {
        dup2(out, STDOUT_FILENO);
        close(out);
    }
    run_in_child(line, command);
}

/* What $? is for a status word. */
static int exit_status(int status)
{
    return WIFSIGNALED(status) ? SHELL_BY_SIGNAL + WTERMSIG(status) : WEXITSTATUS(status);
}

static int wait_for(pid_t pid)
{
    int status = 0;
    pid_t ended = waitpid(pid, &status, 0);
    return ended < 0 ? shell_error(1, "wait for %d: %s", pid, strerror(ended))
                     : exit_status(status);
}

static bool is_by_key(int status)
{
    return status == SHELL_BY_SIGNAL + SIGINT || status == SHELL_BY_SIGNAL + SIGQUIT;
}

/* Starts commands until one cannot be; how many run, their pids in PIDS. */
static int start_all(const struct sh_line *line, const struct sh_pipeline *pipeline, pid_t *pids)
{
    int started = 0, in = -1;
    for (int i = 0; i < pipeline->commands; i++) {
        const struct sh_command *command = &line->commands[pipeline->command + i];
        int fd[2] = {-1, -1};
        bool last = i == pipeline->commands - 1;
        bool good = (pipeline->commands == 1 || expand(line, command)) && (last || pipe(fd) == 0);
        pid_t pid = good ? start(line, command, in, fd[1], fd[0]) : -1;
        if (in >= 0)
            close(in);
        if (fd[1] >= 0)
            close(fd[1]);
        in = fd[0];
        if (pid < 0)
            break;
        pids[started++] = pid;
    }
    if (in >= 0)
        close(in);
    return started;
}

static int wait_for_all(const pid_t *pids, int count)
{
    int status = 1;
    for (int i = 0; i < count; i++) {
        status = wait_for(pids[i]);
        shell.interrupted |= shell.interactive && is_by_key(status);
    }
    return status;
}

static int run_in_children(const struct sh_line *line, const struct sh_pipeline *pipeline)
{
    pid_t pids[SH_COMMANDS_MAX];
    if (shell.interactive)
        set_job(JOB_NEW | JOB_FRONT);
    int started = start_all(line, pipeline, pids);
    int status = wait_for_all(pids, started);
    if (shell.interactive)
        set_job(JOB_OWN | JOB_FRONT);
    return started == pipeline->commands ? status : 1;
}

static void run_pipeline(const struct sh_line *line, const struct sh_pipeline *pipeline)
{
    if (pipeline->commands > 1 || !run_in_shell(line, &line->commands[pipeline->command]))
        shell.status = run_in_children(line, pipeline);
    if (pipeline->negated)
        shell.status = shell.status == 0;
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

static void run_job(const struct sh_line *line, const struct sh_job *job)
{
    for (int i = 0; i < job->pipelines && !shell.interrupted; i++) {
        const struct sh_pipeline *pipeline = &line->pipelines[job->pipeline + i];
        bool wanted =
            pipeline->join == SH_FIRST || (pipeline->join == SH_AND) == (shell.status == 0);
        if (wanted)
            run_pipeline(line, pipeline);
    }
}

/* A place for another job, if need be that of one that has ended. */
static struct shell_job *free_job(void)
{
    struct shell_job *found = NULL;
    for (int i = 0; i < SHELL_JOBS_MAX; i++) {
        if (shell.jobs[i].pid == 0)
            return &shell.jobs[i];
        if (shell.jobs[i].ended)
            found = &shell.jobs[i];
    }
    return found;
}

static void remember_job(pid_t pid)
{
    shell.last_background = pid;
    struct shell_job *job = free_job();
    if (job == NULL)
        return;
    *job = (struct shell_job){.pid = pid, .number = job - shell.jobs + 1};
    if (shell.interactive)
        printf("[%d] %d\n", job->number, pid);
}

/* In a child: the job.  One that is a single command is this very process, so that $! can be
 * killed. */
static void NO_RETURN run_job_in_child(const struct sh_line *line, const struct sh_job *job)
{
    const struct sh_pipeline *pipeline = &line->pipelines[job->pipeline];
    const struct sh_command *command = &line->commands[pipeline->command];
    shell.interactive = false;
    memset(shell.jobs, 0, sizeof shell.jobs);
    if (job->pipelines == 1 && pipeline->commands == 1 && !pipeline->negated) {
        if (command->words > 0 && shell_assign(line->words[command->word]))
            exit(shell.status);
        if (!expand(line, command))
            exit(1);
        run_in_child(line, command);
    }
    run_job(line, job);
    exit(shell.status);
}

static void run_background(const struct sh_line *line, const struct sh_job *job)
{
    set_job(JOB_NEW);
    pid_t pid = fork();
    if (pid != 0)
        set_job(JOB_OWN);
    if (pid < 0) {
        shell.status = shell_error(1, "cannot start a process: %s", strerror(pid));
    } else if (pid > 0) {
        remember_job(pid);
        shell.status = 0;
    } else {
        run_job_in_child(line, job);
    }
}

/* JOB has ended with the status word STATUS. */
static void end_job(struct shell_job *job, int status)
{
    job->ended = true;
    job->status = exit_status(status);
    if (!shell.interactive)
        return;
    if (WIFSIGNALED(status))
        printf("[%d] %d ended by signal %d\n", job->number, job->pid, WTERMSIG(status));
    else
        printf("[%d] %d ended with status %d\n", job->number, job->pid, WEXITSTATUS(status));
    job->pid = 0;
}

void shell_check_jobs(void)
{
    for (int i = 0; i < SHELL_JOBS_MAX; i++) {
        struct shell_job *job = &shell.jobs[i];
        int status;
        if (job->pid != 0 && !job->ended && waitpid(job->pid, &status, WNOHANG) == job->pid)
            end_job(job, status);
    }
}

/* With no job of its own in front, ^C ends the wait and not the shell. */
int shell_wait_job(struct shell_job *job)
{
    int status = 0;
    if (!job->ended) {
        pid_t pid = waitpid(job->pid, &status, 0);
        if (pid == -EINTR) {
            shell.interrupted = true;
            return SHELL_BY_SIGNAL + SIGINT;
        }
        job->status = pid == job->pid ? exit_status(status) : SHELL_NOT_FOUND;
    }
    job->pid = 0;
    return job->status;
}

void shell_run_line(const struct sh_line *line)
{
    for (int i = 0; i < line->n_jobs && !shell.interrupted; i++) {
        if (line->jobs[i].background)
            run_background(line, &line->jobs[i]);
        else
            run_job(line, &line->jobs[i]);
        shell_check_jobs();
    }
}
