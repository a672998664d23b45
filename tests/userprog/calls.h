/* SPDX-License-Identifier: MIT
 * The kernel's table of system calls, for tests that go through all of them.
 */
#ifndef TESTS_USERPROG_CALLS_H
#define TESTS_USERPROG_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <syscall-nr.h>

#define CALL_ARGS_MAX 6

/* One argument of a call: "size: unsigned" has the name "size: unsigned" and the kind "unsigned";
 * both go on to the end of the call's list. */
struct call_arg {
    const char *name, *kind;
};

#define SYSCALL(NUMBER, HANDLER, ARGS, RESULT, HELP) [SYS_##NUMBER] = {#HANDLER, ARGS, RESULT},
static const struct {
    const char *name, *args, *result;
} call_table[] = {
#include "userprog/syscall-table.h"
};
#undef SYSCALL

#define CALLS (sizeof call_table / sizeof *call_table)

/* NULL past the last. */
static inline const char *call_name(unsigned number)
{
    return number < CALLS ? call_table[number].name : NULL;
}

/* Is it on a virtual machine, so that a CPU without SVM has its own error? */
static inline bool call_is_of_machine(unsigned number)
{
    return strncmp(call_table[number].args, "vm: fd", 6) == 0 ||
           strncmp(call_table[number].args, "vcpu: fd", 8) == 0;
}

/* The arguments of call NUMBER; how many. */
static inline unsigned call_args(unsigned number, struct call_arg args[CALL_ARGS_MAX])
{
    unsigned count = 0;
    const char *at = call_table[number].args;
    while (at != NULL && *at != '\0') {
        args[count].name = at + strspn(at, ", ");
        args[count].kind = strchr(args[count].name, ':') + 2;
        at = strchr(args[count++].kind, ',');
    }
    return count;
}

/* Enters the kernel with the stack pointer at WORDS: the number and the arguments. */
static inline int call_raw(const uint32_t *words)
{
    int result;
    asm volatile("movl %%esp, %%ebx; movl %1, %%esp; int $0x30; movl %%ebx, %%esp"
                 : "=a"(result)
                 : "r"(words)
                 : "ebx", "memory", "cc");
    return result;
}

#endif
