/* SPDX-License-Identifier: MIT
 * The threads of a process.
 *
 * Each is a kernel thread that enters user mode; its record stays after its end until another
 * thread joins it, or the process ends.  A thread leaves its process at its own wish, when the
 * process ends, or when another one runs execve(): then it is interrupted (threads/waitq.h), ends
 * what it is doing in the kernel, and leaves instead of returning to user mode.
 */
#ifndef USERPROG_UTHREAD_H
#define USERPROG_UTHREAD_H

#include <debug.h>
#include <list.h>
#include <stdbool.h>
#include <stdint.h>
#include "threads/interrupt.h"

struct process;

#define UTHREAD_FIRST 1 /* The tid of the thread that a process begins with. */

struct uthread {
    struct process *process;
    struct intr_frame start; /* How it enters user mode. */
    int tid;

    /* Interrupts off. */
    struct list_elem elem; /* In the process's threads. */
    struct thread *thread; /* NULL before it runs and after it ended. */
    bool ended, joined;
    int status;
};

/* For process_init(). */
void uthread_init(void);

/* The first frame of a thread that begins at ENTRY with stack pointer ESP. */
struct intr_frame uthread_frame(uintptr_t entry, uintptr_t esp);

/* A new thread in P, not started: 0, -ENOMEM, -EAGAIN (its group has as many as it may). */
int uthread_create(struct process *p, const struct intr_frame *start, struct uthread **u);
/* Frees the record of one that has ended, or never ran, and is on no list. */
void uthread_free(struct uthread *u);
/* Lets it run: 0, or -ENOMEM, and it is gone. */
int uthread_start(struct uthread *u);

/* Waits until thread TID of the running process has ended, and forgets it: 0, -ESRCH, -EDEADLK (it
 * is the caller), -EINTR. */
int uthread_join(int tid, int *status);

/* The calling thread leaves its process, and with it the process if it is the last. */
void uthread_exit(int status) NO_RETURN;

/* Makes the calling thread the only one of its process, for execve().  0, or -EINTR if it is itself
 * to leave. */
int uthread_end_others(void);

/* The frame with which the calling thread entered the kernel from user mode. */
struct intr_frame *uthread_user_frame(void);

/* Enters user mode. */
void uthread_enter(const struct intr_frame *frame) NO_RETURN;

#endif
