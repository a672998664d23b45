/* SPDX-License-Identifier: MIT
 * System calls on processes and their threads.
 */
#include <errno.h>
#include <stddef.h>
#include <syscall-abi.h>
#include "devices/shutdown.h"
#include "devices/timer.h"
#include "threads/cmdline.h"
#include "threads/malloc.h"
#include "threads/waitq.h"
#include "userprog/args.h"
#include "userprog/load.h"
#include "userprog/process.h"
#include "userprog/syscall.h"
#include "userprog/uaccess.h"
#include "userprog/uthread.h"

/* ---- Pintos's ------------------------------------------------------------------------------- */

static bool no_halt;

static int no_halt_option(const char *value)
{
    no_halt = true;
    return value == NULL ? 0 : -EINVAL;
}
CMDLINE_OPTION(nohalt, no_halt_option, "the system call halt ends its process alone");

int sys_halt(const uint32_t *args)
{
    if (no_halt)
        process_kill();
    shutdown_power_off();
}

int sys_exit(const uint32_t *args)
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

int sys_exec(const uint32_t *args)
{
    char cmdline[128];
    int length = uaccess_read_string(cmdline, args[0], sizeof cmdline);
    if (length == -EFAULT)
        process_kill();
    return length >= 0 ? execute(cmdline) : execute_long(args[0]);
}

int sys_wait(const uint32_t *args)
{
    return process_wait(args[0]);
}

/* ---- fork and execve ------------------------------------------------------------------------ */

int sys_fork(const uint32_t *args)
{
    return process_fork();
}

/* Fetches the strings of the array at ARGV one after the other.  0, -EFAULT, -E2BIG. */
static int fetch_words(uintptr_t argv, struct program_args *a)
{
    for (;; argv += sizeof(uint32_t)) {
        uint32_t word;
        if (uaccess_read(&word, argv, sizeof word) < 0)
            return -EFAULT;
        if (word == 0)
            return 0;
        /* A pointer of the new argv takes up room, too. */
        size_t used = a->bytes + (a->count + 1) * sizeof word;
        if (used >= ARGS_LINE_MAX)
            return -E2BIG;
        int n = uaccess_read_string(a->words + a->bytes, word, ARGS_LINE_MAX - used);
        if (n < 0)
            return n == -EFAULT ? n : -E2BIG;
        a->bytes += n + 1;
        a->count++;
    }
}

int sys_execve(const uint32_t *args)
{
    struct program_args *a = malloc(sizeof *a + ARGS_LINE_MAX);
    if (a == NULL)
        return -ENOMEM;
    a->count = a->bytes = 0;
    int err = uaccess_read_string(a->name, args[0], sizeof a->name);
    if (err >= 0)
        err = fetch_words(args[1], a);
    if (err >= 0)
        err = process_exec(a); /* Returns only if it failed. */
    free(a);
    return err;
}

/* ---- Others --------------------------------------------------------------------------------- */

int sys_waitpid(const uint32_t *args)
{
    int pid = args[0], status, exit_status;
    uintptr_t where = args[1];
    if (args[2] & ~WNOHANG)
        return -EINVAL;
    if (pid == 0 || pid < -1)
        return -ECHILD;
    /* A bad address is found before the child is gone. */
    status = 0;
    if (where != 0 && uaccess_write(where, &status, sizeof status) < 0)
        return -EFAULT;
    int result = process_wait_for(pid, !(args[2] & WNOHANG), &status, &exit_status);
    if (result > 0 && where != 0 && uaccess_write(where, &status, sizeof status) < 0)
        return -EFAULT;
    return result;
}

int sys_getpid(const uint32_t *args)
{
    return process_current()->pid;
}

int sys_getppid(const uint32_t *args)
{
    return process_parent(process_current());
}

int sys_kill(const uint32_t *args)
{
    return args[1] > SIGNAL_MAX ? -EINVAL : process_signal(args[0], args[1]);
}

int sys_sleep_ms(const uint32_t *args)
{
    struct waitq nobody;
    if (args[0] == 0)
        return 0;
    waitq_init(&nobody);
    intr_disable();
    int err = waitq_sleep(&nobody, "time", ((int64_t)args[0] * TIMER_FREQ + 999) / 1000 + 1);
    intr_enable();
    return err == -EINTR ? err : 0;
}

int sys_yield(const uint32_t *args)
{
    thread_yield();
    return 0;
}

/* ---- Threads -------------------------------------------------------------------------------- */

/* The new thread finds on its stack what a called function does: a return address, which is 0, and
 * its argument. */
int sys_thread_create(const uint32_t *args)
{
    uint32_t words[] = {0, args[1]};
    uintptr_t esp = args[2] - sizeof words;
    if (args[2] % sizeof *words != 0 || !uaccess_in_range(args[0], 1))
        return -EINVAL;
    if (uaccess_write(esp, words, sizeof words) < 0)
        return -EFAULT;
    struct intr_frame frame = uthread_frame(args[0], esp);
    struct uthread *u;
    int err = uthread_create(process_current(), &frame, &u);
    if (err < 0)
        return err;
    int tid = u->tid; /* U may have been joined when it was started. */
    err = uthread_start(u);
    return err < 0 ? err : tid;
}

int sys_thread_exit(const uint32_t *args)
{
    uthread_exit(args[0]);
}

int sys_thread_join(const uint32_t *args)
{
    int status = 0;
    uintptr_t where = args[1];
    if (where != 0 && uaccess_write(where, &status, sizeof status) < 0)
        return -EFAULT;
    int err = uthread_join(args[0], &status);
    if (err == 0 && where != 0 && uaccess_write(where, &status, sizeof status) < 0)
        return -EFAULT;
    return err;
}
