/* SPDX-License-Identifier: MIT
 * System calls: int $0x30 with the number and the arguments on the user stack.
 *
 * All of them are in one table in syscall.c: number, name, how many arguments, handler.  A handler
 * gets its arguments as 32-bit words, runs in the caller's thread with interrupts on and no lock
 * held, and returns what `eax` is to be.
 */
#ifndef USERPROG_SYSCALL_H
#define USERPROG_SYSCALL_H

#include <stdint.h>

#define SYSCALL_VECTOR 0x30
#define SYSCALL_ARGS_MAX 3

struct syscall {
    const char *name;
    unsigned args;
    int (*handler)(const uint32_t *args);
};

/* For init.c, after intr_init(). */
void syscall_init(void);

#endif
