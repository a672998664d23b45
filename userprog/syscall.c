/* SPDX-License-Identifier: MIT
 * The way into the kernel by system call.
 *
 * The handlers are in syscall-*.c.  An unknown number or a bad stack pointer ends the process.
 */
#include "userprog/syscall.h"

#include <stddef.h>
#include <syscall-nr.h>
#include "threads/fixup.h"
#include "threads/interrupt.h"
#include "threads/kstat.h"
#include "threads/waitq.h"
#include "userprog/ofile.h"
#include "userprog/process.h"
#include "userprog/uaccess.h"

KSTAT_DEFINE(calls, "syscall", "calls", "calls", "system calls entered");

/* How many arguments a line of the table lists: one more than it has commas, or none.  (A constant,
 * which the compiler computes.) */
#define COMMA(TEXT, I) ((I) < sizeof(TEXT) && (TEXT)[(I) < sizeof(TEXT) ? (I) : 0] == ',')
#define COMMAS4(TEXT, I)                                                                           \
    (COMMA(TEXT, I) + COMMA(TEXT, (I) + 1) + COMMA(TEXT, (I) + 2) + COMMA(TEXT, (I) + 3))
#define COMMAS16(TEXT, I)                                                                          \
    (COMMAS4(TEXT, I) + COMMAS4(TEXT, (I) + 4) + COMMAS4(TEXT, (I) + 8) + COMMAS4(TEXT, (I) + 12))
#define COMMAS(TEXT)                                                                               \
    (COMMAS16(TEXT, 0) + COMMAS16(TEXT, 16) + COMMAS16(TEXT, 32) + COMMAS16(TEXT, 48) +            \
     COMMAS16(TEXT, 64) + COMMAS16(TEXT, 80) + COMMAS16(TEXT, 96))
#define ARGS_IN(TEXT) (sizeof(TEXT) == 1 ? 0 : 1 + COMMAS(TEXT))

#define SYSCALL(NUMBER, HANDLER, ARGS, RESULT, HELP)                                               \
    [SYS_##NUMBER] = {sys_##HANDLER, ARGS_IN(ARGS)},
static const struct syscall table[] = {
#include "userprog/syscall-table.h"
};
#undef SYSCALL

static inline const struct syscall *find(uint32_t number)
{
    static_assert(sizeof table / sizeof *table == SYS_COUNT, "a line for each number");
    return number < sizeof table / sizeof *table ? &table[number] : NULL;
}

/* Where four words cannot be read, at the end of the stack or of a page: exactly those that this
 * call has must be there. */
static const struct syscall *fetch_exactly(uintptr_t esp, uint32_t words[1 + SYSCALL_ARGS_MAX])
{
    if (uaccess_read(words, esp, sizeof *words) < 0)
        return NULL;
    const struct syscall *call = find(words[0]);
    if (call == NULL ||
        uaccess_read(words + 1, esp + sizeof *words, call->args * sizeof *words) < 0)
        return NULL;
    return call;
}

/* Fetches number and arguments, up to three of them in one go where that is possible. */
static inline const struct syscall *fetch(uintptr_t esp, uint32_t words[1 + SYSCALL_ARGS_MAX])
{
    if (uaccess_in_range(esp, 4 * sizeof *words) && fixup_read_words(words, (uint32_t *)esp)) {
        const struct syscall *call = find(words[0]);
        if (call == NULL || __builtin_expect(call->args <= 3, 1))
            return call;
    }
    return fetch_exactly(esp, words);
}

static void syscall_handler(struct intr_frame *frame)
{
    uint32_t words[1 + SYSCALL_ARGS_MAX];
    void *esp = frame->esp;
    thread_current()->user_esp = esp;
    kstat_inc(&calls);

    const struct syscall *call = fetch((uintptr_t)esp, words);
    if (call == NULL)
        process_kill();
    frame->eax = call->handler(words + 1);
    if (__builtin_expect(thread_current()->interrupted, 0))
        thread_leave();
}

void syscall_init(void)
{
    ofile_init();
    intr_register_int(SYSCALL_VECTOR, 3, INTR_ON, syscall_handler, "System Call");
}
