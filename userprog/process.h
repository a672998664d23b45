/* SPDX-License-Identifier: MIT
 * Processes: a user program, its threads, its address space, its files, its parent and children.
 *
 * A process is made by process_execute(), in the parent's thread, so that the parent knows whether
 * the program could be loaded, or by process_fork() as a copy of its parent; it may run another
 * program later (process_exec()).  It runs in one thread or more (uthread.h).  It ends by
 * process_exit(), called by one of its threads, by process_kill() on its behalf where it did
 * something that no program may do, or by process_signal() from another.  All its threads then
 * leave, wherever they are; the last gives all its memory, files and mappings back, and then tells
 * the parent.  What is left is the exit status, until the parent waits for it or ends.
 *
 * A process that vm/ chose to end for its memory (aspace_doomed()) has lost its pages already: it
 * ends as if another had killed it, or by the fault that the next access on its behalf causes.
 *
 * Kernel threads are the children and parents of processes too: they share one root process.
 */
#ifndef USERPROG_PROCESS_H
#define USERPROG_PROCESS_H

#include <debug.h>
#include <list.h>
#include <stdbool.h>
#include <stdint.h>
#include "threads/synch.h"
#include "threads/thread.h"
#include "threads/waitq.h"
#include "userprog/fdtable.h"
#include "userprog/mapping.h"

struct aspace;
struct file;
struct intr_frame;
struct proc_info;
struct program_args;
struct rgroup;

typedef int pid_t;
#define PID_ERROR ((pid_t)-1)

#define PROCESS_NAME_MAX 16 /* With the NUL. */

struct process {
    uint32_t magic; /* Constant. */
    pid_t pid;

    /* Changed by execve() alone, when the process has no other thread. */
    char name[PROCESS_NAME_MAX];
    struct file *program; /* Its executable, not to be written. */
    struct aspace *aspace;
    uintptr_t heap_start; /* Page-aligned; where sbrk() begins. */

    struct fdtable files; /* Locks itself. */

    struct rgroup *group; /* Changed with `lock` held and interrupts off; read with either. */

    struct lock lock; /* The next two. */
    struct mappings mappings;
    size_t heap_size; /* Bytes; mapped up to whole pages. */

    /* Interrupts off. */
    struct list threads; /* Of struct uthread: those that run, and those not yet joined. */
    unsigned running;    /* How many of them have not ended. */
    int last_tid;
    uint64_t ended_ns;         /* CPU time of those that have ended. */
    struct waitq thread_ended; /* Who waits for one of them. */
    struct thread *successor;  /* The one that execve() leaves, if it has begun. */
    bool ending;               /* All of them are to leave. */
    int exit_status;           /* Of the process, once it is ending… */
    int exit_signal;           /* …and the signal that ended it, or 0. */

    /* process_lock. */
    struct process *parent;   /* NULL: an orphan, which nobody will wait for. */
    struct list children;     /* Of struct process, by sibling; those not yet waited for. */
    struct list_elem sibling; /* In the parent's children, unless an orphan. */
    struct list_elem elem;    /* In the list of all processes; changed with interrupts off too. */
    bool ended;               /* It has given everything back. */
    struct waitq child_ended; /* Its threads that wait for a child. */

    int job;             /* Constant once it runs (job.h). */
    int job_of_children; /* Interrupts off: those that it makes from now on. */
};

/* For init.c, before the first process. */
void process_init(void);

/* Loads and starts the program that CMDLINE names, as a child of the caller.  Its pid, or a
 * negative errno after a line on the console that says why.  Sleeps; hold no lock. */
pid_t process_execute(const char *cmdline);

/* Makes a child that is a copy of the running process with the calling thread alone, which returns
 * from its system call with 0.  The child's pid, or -ENOMEM, -EINTR (job_may_grow()).  Sleeps; hold
 * no lock. */
pid_t process_fork(void);

/* Replaces the running process's program: ends its other threads and enters the new one.  Returns
 * only if that could not be: a negative errno.  Sleeps; hold no lock, own nothing that is not the
 * process's but ARGS, which is freed by free(). */
int process_exec(struct program_args *args);

/* Waits until child PID, or any for -1, has ended, forgets it, and returns its pid; *STATUS gets
 * the status as waitpid() tells it, *EXIT_STATUS what it gave to exit(), -1 if it was killed.  0 at
 * once if WAIT is false and none has ended; -ECHILD if there is none to wait for; -EINTR, also by a
 * key (job_breaks_wait()).  Hold no lock. */
pid_t process_wait_for(pid_t pid, bool wait, int *status, int *exit_status);

/* Waits until child PID has ended and returns its exit status, -1 if it was killed.  -1 at once if
 * PID is not a child of the caller or was waited for before.  Sleeps. */
int process_wait(pid_t pid);

/* Ends process PID, or with SIGNAL 0 only looks.  0, or -ESRCH if it is not there or has ended. */
int process_signal(pid_t pid, int signal);

/* The parent's pid; 0: none, or the kernel. */
pid_t process_parent(const struct process *p);

/* Describes the process that comes INDEX-th.  0 or -ENOENT.  Sleeps. */
int process_describe(unsigned index, struct proc_info *info);

/* Ends the running process with STATUS: prints "NAME: exit(STATUS)", gives everything back, tells
 * the parent.  Hold no lock, own nothing that is not the process's. */
void process_exit(int status) NO_RETURN;

/* Ends the running process with status -1; as by SIGNAL, or by SIGSEGV. */
void process_kill_by(int signal) NO_RETURN;
void process_kill(void) NO_RETURN;

/* For program.c.  A process in the caller's group, without a program: 0, -ENOMEM, or -EAGAIN if
 * that group has as many as it may. */
int process_make(struct process **);
/* Undoes the same where it cannot be started. */
void process_unmake(struct process *p);
/* Makes P a child of the caller and lets it run from FRAME; from then on it may be gone any time.
 * Its pid, or -ENOMEM, -EAGAIN, -EINTR (job_may_grow()), and it has not run.  Sleeps. */
pid_t process_start(struct process *p, const struct intr_frame *frame);
/* Gives P's memory, mappings and program back, if it has any.  Sleeps. */
void process_leave_program(struct process *p);

/* For job.c: ends every process in JOB as by SIGNAL.  Interrupts off, any context. */
void process_end_job(int job, int signal);

/* For rgroup.c: ends P, whose group has used up its CPU time.  Interrupts off, in any thread. */
void process_end_out_of_time(struct process *p);

/* For vm/ (aspace_end_process): ends the process that has AS, if there is one yet, and still.  Any
 * context. */
void process_end_for_memory(struct aspace *as);

/* For uthread.c: makes every thread of P but the running one leave.  Interrupts off. */
void process_interrupt_threads(struct process *p);
/* The last thread of P has left it. */
void process_end(struct process *p);

/* The running process, or NULL in a kernel thread. */
static inline struct process *process_current(void)
{
    return thread_current()->process;
}

/* The same, but in a kernel thread the one that stands for the kernel. */
struct process *process_or_root(void);

#endif
