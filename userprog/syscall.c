/* SPDX-License-Identifier: MIT
 * The way into the kernel by system call, and the table of the calls.
 *
 * The handlers that deal in files are in syscall-file.c.  Whatever a program passes that no program
 * may pass (a bad pointer, an unknown number) ends it by process_kill(), from a place where the
 * handler holds nothing.
 */
#include "userprog/syscall.h"

#include <errno.h>
#include <stddef.h>
#include <syscall-nr.h>
#include "devices/shutdown.h"
#include "threads/fixup.h"
#include "threads/interrupt.h"
#include "threads/kstat.h"
#include "threads/malloc.h"
#include "userprog/args.h"
#include "userprog/process.h"
#include "userprog/syscall-file.h"
#include "userprog/uaccess.h"

KSTAT_DEFINE(calls, "syscall", "calls", "calls", "system calls entered");

static int sys_halt(const uint32_t *args)
{
    shutdown_power_off();
}

static int sys_exit(const uint32_t *args)
{
    process_exit(args[0]);
}

static pid_t execute(const char *cmdline)
{
    pid_t pid = process_execute(cmdline);
    return pid >= 0 ? pid : PID_ERROR;
}

/* A command line for which the stack has no room. */
static pid_t execute_long(uintptr_t addr)
{
    size_t size = ARGS_LINE_MAX + 1;
    char *cmdline = malloc(size);
    if (cmdline == NULL)
        return PID_ERROR;
    int length = uaccess_read_string(cmdline, addr, size);
    pid_t pid = length >= 0 ? execute(cmdline) : PID_ERROR;
    free(cmdline);
    if (length == -EFAULT)
        process_kill();
    return pid;
}

static int sys_exec(const uint32_t *args)
{
    char cmdline[128];
    int length = uaccess_read_string(cmdline, args[0], sizeof cmdline);
    if (length == -EFAULT)
        process_kill();
    return length >= 0 ? execute(cmdline) : execute_long(args[0]);
}

static int sys_wait(const uint32_t *args)
{
    return process_wait(args[0]);
}

static const struct syscall table[] = {
    [SYS_HALT] = {"halt", 0, sys_halt},       [SYS_EXIT] = {"exit", 1, sys_exit},
    [SYS_EXEC] = {"exec", 1, sys_exec},       [SYS_WAIT] = {"wait", 1, sys_wait},
    [SYS_CREATE] = {"create", 2, sys_create}, [SYS_REMOVE] = {"remove", 1, sys_remove},
    [SYS_OPEN] = {"open", 1, sys_open},       [SYS_FILESIZE] = {"filesize", 1, sys_filesize},
    [SYS_READ] = {"read", 3, sys_read},       [SYS_WRITE] = {"write", 3, sys_write},
    [SYS_SEEK] = {"seek", 2, sys_seek},       [SYS_TELL] = {"tell", 1, sys_tell},
    [SYS_CLOSE] = {"close", 1, sys_close},    [SYS_MMAP] = {"mmap", 2, sys_mmap},
    [SYS_MUNMAP] = {"munmap", 1, sys_munmap},
};

static inline const struct syscall *find(uint32_t number)
{
    static_assert(sizeof table / sizeof *table == SYS_MUNMAP + 1, "the table has no gap");
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

/* Fetches number and arguments, in one go where that is possible. */
static inline const struct syscall *fetch(uintptr_t esp, uint32_t words[1 + SYSCALL_ARGS_MAX])
{
    static_assert(SYSCALL_ARGS_MAX == 3, "fixup_read_words reads four");
    if (uaccess_in_range(esp, 4 * sizeof *words) && fixup_read_words(words, (uint32_t *)esp))
        return find(words[0]);
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
}

void syscall_init(void)
{
    syscall_file_init();
    intr_register_int(SYSCALL_VECTOR, 3, INTR_ON, syscall_handler, "System Call");
}
