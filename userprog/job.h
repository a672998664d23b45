/* SPDX-License-Identifier: MIT
 * Jobs: sets of processes that a key ends together.
 *
 * Every process is in a job, 0 or one that set_job() made, and stays in it; its children come into
 * the same one or, if it has chosen so, into the new one that it made for them.  One job is at the
 * front of the terminal.  It alone may read what is typed, and ^C and ^\ end the processes in it,
 * each as by a signal, wherever they sleep.  What was typed before and nobody has read is dropped.
 *
 * Where a shell has put its own job to the front, to read a line, ^C and ^\ are keys like any
 * others, as they are while job 0, the kernel's, is there; but if the shell waits for a child then,
 * they end the wait.
 *
 * The front is passed on, and taken back: a process of the job in front may put a new job there,
 * or its own again, and so may one of the job that the one in front was made in, and so on up to
 * the kernel, but no other.  So a shell gets its terminal back whatever it ran there, and nothing
 * in the background gets hold of it.
 *
 * A key's job ends whole: what is being made in it at that moment is not made.
 */
#ifndef USERPROG_JOB_H
#define USERPROG_JOB_H

#include <stdbool.h>

struct process;

/* For process_init(). */
void job_init(void);

/* set_job() for the running process, or the kernel: FLAGS are those of <syscall-abi.h>.  0;
 * -EINVAL, -EPERM (the front is not its to choose), -EAGAIN (too many shells inside one another).
 */
int job_set(unsigned flags);

/* May PARENT have a child now?  Not if it is ending, nor in a job that a key has just ended.
 * Interrupts off, as for the next. */
bool job_may_grow(const struct process *parent);
/* P ends: what it put to the front is there no longer. */
void job_leave(const struct process *p);

/* May the running process, or the kernel, read what is typed?  0 or -EIO. */
int job_check_reader(void);
/* Has ^C or ^\ been typed that is to end the running process's wait for a child?  Takes it. */
bool job_breaks_wait(void);

#endif
