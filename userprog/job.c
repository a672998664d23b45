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
#include "userprog/process.h"
#include "userprog/syscall.h"

#define KEY_INTERRUPT 0x03 /* ^C */
#define KEY_QUIT 0x1c      /* ^\ */

/* Interrupts off. */
static int last_job;
static struct {
    int job;
    const struct process *chooser; /* Who put it there, unless it has ended. */
    bool keys;                     /* ^C is a key like any other. */
    bool ended;                    /* A key has ended the job. */
} front;

/* In the interrupt of keyboard or serial port: does KEY end the job in front? */
static bool ends_job(uint8_t key)
{
    int signal = key == KEY_INTERRUPT ? SIGINT : key == KEY_QUIT ? SIGQUIT : 0;
    if (signal == 0 || front.job == 0 || front.keys)
        return false;
    front.ended = true;
    process_end_job(front.job, signal);
    return true;
}

static void put_to_front(int job, const struct process *chooser, bool keys)
{
    front.job = job;
    front.chooser = chooser;
    front.keys = keys;
    front.ended = false;
}

int job_set(unsigned flags)
{
    struct process *p = process_or_root();
    if (flags & ~(JOB_NEW | JOB_FRONT))
        return -EINVAL;
    enum intr_level old = intr_disable();
    p->job_of_children = flags & JOB_NEW ? ++last_job : p->job;
    if (flags & JOB_FRONT)
        put_to_front(p->job_of_children, p, !(flags & JOB_NEW));
    intr_set_level(old);
    return 0;
}

int sys_set_job(const uint32_t *args)
{
    return job_set(args[0]);
}

bool job_may_grow(const struct process *parent)
{
    return !parent->ending && !(front.ended && front.job == parent->job_of_children);
}

void job_leave(const struct process *p)
{
    if (front.chooser == p)
        put_to_front(p->job, NULL, false);
}

void job_init(void)
{
    input_catch = ends_job;
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
