/* SPDX-License-Identifier: MIT
 * System calls: int $0x30 with the number and the arguments on the user stack.
 *
 * All of them are in one table, syscall-table.h.  A handler, sys_NAME(), gets its arguments as
 * 32-bit words, runs in the caller's thread with interrupts on and no lock held, and returns what
 * `eax` is to be.  Those of Pintos's calls end the process for a bad address (process_kill()); ours
 * return -EFAULT.
 */
#ifndef USERPROG_SYSCALL_H
#define USERPROG_SYSCALL_H

#include <stdint.h>

#define SYSCALL_VECTOR 0x30
#define SYSCALL_ARGS_MAX 6

struct syscall {
    int (*handler)(const uint32_t *args);
    unsigned args;
};

#define SYSCALL(NUMBER, HANDLER, ARGS, RESULT, HELP) int sys_##HANDLER(const uint32_t *args);
#include "userprog/syscall-table.h"
#undef SYSCALL

/* For init.c, after intr_init(). */
void syscall_init(void);

#endif
