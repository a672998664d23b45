/* SPDX-License-Identifier: MIT
 * Jobs, and the action "run": see job.h.
 */
#include "userprog/job.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <syscall-abi.h>
#include "devices/input.h"
#include "threads/cmdline.h"
#include "threads/failnth.h"
#include "threads/interrupt.h"
#include "threads/waitq.h"
#include "userprog/process.h"
#include "userprog/syscall.h"

#define KEY_INTERRUPT 0x03 /* ^C */
#define KEY_QUIT 0x1c      /* ^\ */
#define JOBS_DEEP 16       /* Shells inside one another, and what the last one runs. */

/* Interrupts off. */
static int last_job;
static struct {
    int jobs[JOBS_DEEP]; /* Each made by one of the job before it; the first is the kernel's, 0. */
    unsigned depth;      /* The last of so many is the one in front. */
    struct process *chooser; /* Who put it there, unless it has ended. */
    bool keys;               /* ^C and ^\\ are keys like others, since it is the chooser's own. */
    bool ended;              /* A key has ended the job. */
} front = {.depth = 1};

static int in_front(void)
{
    return front.jobs[front.depth - 1];
}

/* ---- Choosing ------------------------------------------------------------------------------- */

/* The job at DEPTH is the one in front from now on. */
static void put_to_front(unsigned depth, struct process *chooser, bool keys)
{
    front.depth = depth;
    front.chooser = chooser;
    front.keys = keys;
    front.ended = false;
    input_look_again();
}

/* How deep JOB is among those that lead to the one in front, or 0. */
static unsigned depth_of(int job)
{
    unsigned depth = front.depth;
    while (depth > 0 && front.jobs[depth - 1] != job)
        depth--;
    return depth;
}

/* Puts a new job of P's, or its own, to the front.  0; -EPERM, -EAGAIN. */
static int choose(struct process *p, bool new)
{
    unsigned depth = depth_of(p->job);
    if (depth == 0)
        return -EPERM;
    if (new &&depth == JOBS_DEEP)
        return -EAGAIN;
    if (new)
        front.jobs[depth++] = last_job + 1;
    put_to_front(depth, p, !new);
    return 0;
}

int job_set(unsigned flags)
{
    struct process *p = process_or_root();
    bool new = flags &JOB_NEW;
    if (flags & ~(JOB_NEW | JOB_FRONT))
        return -EINVAL;
    enum intr_level old = intr_disable();
    int err = flags & JOB_FRONT ? choose(p, new) : 0;
    if (err == 0)
        p->job_of_children = new ? ++last_job : p->job;
    intr_set_level(old);
    return err;
}

int sys_set_job(const uint32_t *args)
{
    return job_set(args[0]);
}

bool job_may_grow(const struct process *parent)
{
    return !parent->ending && !(front.ended && in_front() == parent->job_of_children);
}

void job_leave(const struct process *p)
{
    if (front.chooser == p)
        put_to_front(depth_of(p->job), NULL, false);
}

/* ---- Keys ----------------------------------------------------------------------------------- */

int job_check_reader(void)
{
    return process_or_root()->job == in_front() ? 0 : -EIO;
}

static int signal_of(int key)
{
    return key == KEY_INTERRUPT ? SIGINT : key == KEY_QUIT ? SIGQUIT : 0;
}

/* In the interrupt of keyboard or serial port. */
static enum input_verdict catch_key(uint8_t key)
{
    int signal = signal_of(key);
    if (signal == 0)
        return INPUT_KEY;
    if (in_front() == 0)
        return INPUT_FLUSH;
    if (front.keys) {
        waitq_wake_all(&front.chooser->child_ended); /* See job_breaks_wait(). */
        return INPUT_FLUSH;
    }
    front.ended = true;
    process_end_job(in_front(), signal);
    return INPUT_CAUGHT;
}

bool job_breaks_wait(void)
{
    uint8_t key;
    if (!front.keys || front.chooser != process_current() || signal_of(input_peek()) == 0)
        return false;
    return input_read(&key, job_check_reader) == 0;
}

void job_init(void)
{
    input_catch = catch_key;
}

/* ---- The action "run" ----------------------------------------------------------------------- */

static int run_action(char **argv)
{
    printf("Executing '%s':\n", argv[1]);
    fail_nth_begin();
    job_set(JOB_NEW | JOB_FRONT);
    pid_t pid = process_execute(argv[1]);
    int status = pid < 0 ? -1 : process_wait(pid);
    job_set(JOB_FRONT);
    fail_nth_end();
    if (pid == -ENOENT || pid == -ENAMETOOLONG)
        printf("run: no such file in the file system; the action ls lists what is there\n");
    printf("Execution of '%s' complete.\n", argv[1]);
    return status;
}

CMDLINE_ACTION("run", 1, run_action, "'PROGRAM ARGUMENT...': run a user program");
