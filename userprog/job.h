/* SPDX-License-Identifier: MIT
 * Jobs: sets of processes that a key ends together.
 *
 * Every process is in a job, 0 or one that set_job() made, and stays in it; its children come into
 * the same one or, if it has chosen so, into the new one that it made for them.  One job is at the
 * front of the terminal: ^C and ^\ end the processes in it, each as by a signal, wherever they
 * sleep.  Where a shell has put its own job to the front, to read a line, they are keys like any
 * others, as they are while job 0 is there.
 *
 * A key's job ends whole: what is being made in it at that moment is not made.
 */
#ifndef USERPROG_JOB_H
#define USERPROG_JOB_H

#include <stdbool.h>

struct process;

/* For process_init(). */
void job_init(void);

/* set_job() for the running process, or the kernel: FLAGS are those of <syscall-abi.h>.  0 or
 * -EINVAL. */
int job_set(unsigned flags);

/* May PARENT have a child now?  Not if it is ending, nor in a job that a key has just ended.
 * Interrupts off, as for the next. */
bool job_may_grow(const struct process *parent);
/* P ends: what it put to the front is there no longer. */
void job_leave(const struct process *p);

#endif
