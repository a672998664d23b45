/* SPDX-License-Identifier: MIT
 * Processes: a user program, its thread, its address space, its files, its parent and children.
 *
 * A process is made by process_execute(), in the parent's thread, so that the parent knows whether
 * the program could be loaded; runs in a thread of its own; and ends by process_exit(), called by
 * itself, or process_kill(), called on its behalf where it did something that no program may do.
 * It has given all its memory, files and mappings back before its parent is told.  What is left is
 * the exit status, until the parent waits for it or ends.
 *
 * A process that vm/ chose to end for its memory (aspace_doomed()) has lost its pages already: it ends by
 * the fault that its next instruction, or the next access on its behalf, causes.
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
#include "userprog/fdtable.h"
#include "userprog/mapping.h"

struct aspace;
struct file;

typedef int pid_t;
#define PID_ERROR ((pid_t)-1)

#define PROCESS_NAME_MAX 16 /* With the NUL. */

struct process {
    /* Constant while it runs. */
    uint32_t magic;
    pid_t pid;
    char name[PROCESS_NAME_MAX];
    struct file *program;           /* Its executable, not to be written. */
    uintptr_t entry, stack_pointer; /* Where it starts. */

    /* Its own thread's. */
    struct aspace *aspace;
    struct fdtable files;
    struct mappings mappings;

    /* process_lock. */
    struct process *parent;   /* NULL: an orphan, which nobody will wait for. */
    struct list children;     /* Of struct process, by sibling; those not yet waited for. */
    struct list_elem sibling; /* In the parent's children, unless an orphan. */
    bool ended;

    int exit_status;            /* Valid once `has_ended` is up. */
    struct semaphore has_ended; /* Up when it has ended and given everything back. */
};

/* For init.c, before the first process. */
void process_init(void);

/* Loads and starts the program that CMDLINE names, as a child of the caller.  Its pid, or a
 * negative errno after a line on the console that says why.  Sleeps; hold no lock. */
pid_t process_execute(const char *cmdline);

/* Waits until child PID has ended and returns its exit status, -1 if it was killed.  -1 at once if
 * PID is not a child of the caller or was waited for before.  Sleeps. */
int process_wait(pid_t pid);

/* Ends the running process with STATUS: prints "NAME: exit(STATUS)", gives everything back, tells
 * the parent.  Hold no lock, own nothing that is not the process's. */
void process_exit(int status) NO_RETURN;

/* Ends the running process with status -1. */
void process_kill(void) NO_RETURN;

/* The running process, or NULL in a kernel thread. */
static inline struct process *process_current(void)
{
    return thread_current()->process;
}

#endif
