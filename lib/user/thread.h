/* SPDX-License-Identifier: MIT
 * Several threads in one process.
 *
 * They share memory and open files.  exit(), execve() and whatever kills the process end them all.
 */
#ifndef LIB_USER_THREAD_H
#define LIB_USER_THREAD_H

/* Starts ENTRY(ARG) on the stack that ends below STACK_TOP.  Its number, above 0. */
int thread_create(void (*entry)(void *), void *arg, void *stack_top);
/* Ends this thread; the last one of a process ends the process. */
void thread_exit(int status) __attribute__((noreturn));
/* Waits until thread TID has ended; *STATUS, unless NULL, is what it gave to thread_exit().  Its
 * stack is given back if thread_start() allocated it. */
int thread_join(int tid, int *status);

/* Allocates a stack of its own, with a page below that nobody may touch, and starts ENTRY(ARG) on
 * it, which may return.  Its number. */
int thread_start(void (*entry)(void *), void *arg);

/* Sleeps while *WORD is EXPECTED, at most TIMEOUT_MS unless that is 0.  0 if woken, -EAGAIN if
 * *WORD was another, -ETIMEDOUT. */
int futex_wait(volatile int *word, int expected, unsigned timeout_ms);
/* Wakes up to COUNT that sleep on WORD; how many. */
int futex_wake(volatile int *word, int count);

#endif
