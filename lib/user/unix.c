/* SPDX-License-Identifier: MIT
 * The system calls beyond Pintos's.
 */
#include <mman.h>
#include <resource.h>
#include <stddef.h>
#include <syscall-nr.h>
#include <thread.h>
#include <unistd.h>
#include "lib/user/syscall-stub.h"

pid_t fork(void)
{
    return syscall0(SYS_FORK);
}

int execve(const char *path, char *const argv[])
{
    return syscall2(SYS_EXECVE, path, argv);
}

pid_t waitpid(pid_t pid, int *status, int flags)
{
    return syscall3(SYS_WAITPID, pid, status, flags);
}

int pipe(int fd[2])
{
    return syscall1(SYS_PIPE, fd);
}

int dup2(int from, int to)
{
    return syscall2(SYS_DUP2, from, to);
}

pid_t getpid(void)
{
    return syscall0(SYS_GETPID);
}

pid_t getppid(void)
{
    return syscall0(SYS_GETPPID);
}

int kill(pid_t pid, int signal)
{
    return syscall2(SYS_KILL, pid, signal);
}

int set_job(int flags)
{
    return syscall1(SYS_SET_JOB, flags);
}

int sleep_ms(unsigned ms)
{
    return syscall1(SYS_SLEEP_MS, ms);
}

int yield(void)
{
    return syscall0(SYS_YIELD);
}

/* Six arguments are more than there are registers for them. */
void *mmap2(void *addr, size_t length, int prot, int flags, int fd, unsigned page_offset)
{
    const uint32_t args[] = {(uint32_t)addr, length, prot, flags, fd, page_offset};
    uint32_t result;
    asm volatile("pushl 20(%2); pushl 16(%2); pushl 12(%2); pushl 8(%2); pushl 4(%2); pushl (%2);"
                 "pushl %1; int $0x30; addl $28, %%esp"
                 : "=a"(result)
                 : "i"(SYS_MMAP2), "r"(args)
                 : "memory", "cc");
    return (void *)result;
}

int munmap2(void *addr, size_t length)
{
    return syscall2(SYS_MUNMAP2, addr, length);
}

int mprotect(void *addr, size_t length, int prot)
{
    return syscall3(SYS_MPROTECT, addr, length, prot);
}

void *sbrk(intptr_t delta)
{
    void *was = (void *)syscall1(SYS_SBRK, delta);
    return mman_error(was) < 0 ? (void *)-1 : was;
}

int getcwd(char *buffer, size_t size)
{
    return syscall2(SYS_GETCWD, buffer, size);
}

int stat(const char *file, struct stat *stat)
{
    return syscall2(SYS_STAT, file, stat);
}

int fstat(int fd, struct stat *stat)
{
    return syscall2(SYS_FSTAT, fd, stat);
}

int time(struct timespec *now)
{
    return syscall1(SYS_TIME, now);
}

int open2(const char *file, int flags)
{
    return syscall2(SYS_OPEN2, file, flags);
}

int rename(const char *from, const char *to)
{
    return syscall2(SYS_RENAME, from, to);
}

int thread_create(void (*entry)(void *), void *arg, void *stack_top)
{
    return syscall3(SYS_THREAD_CREATE, entry, arg, stack_top);
}

void thread_exit(int status)
{
    syscall1(SYS_THREAD_EXIT, status);
    for (;;) {
    }
}

int futex_wait(volatile int *word, int expected, unsigned timeout_ms)
{
    return syscall3(SYS_FUTEX_WAIT, word, expected, timeout_ms);
}

int futex_wake(volatile int *word, int count)
{
    return syscall2(SYS_FUTEX_WAKE, word, count);
}

int limit_set(const struct limits *limits)
{
    return syscall1(SYS_LIMIT_SET, limits);
}

int limit_get(struct limits *limits, struct limits *used)
{
    return syscall2(SYS_LIMIT_GET, limits, used);
}

int proc_info(int index, struct proc_info *info)
{
    return syscall2(SYS_PROC_INFO, index, info);
}

int kstat_read(int index, struct kstat_info *info)
{
    return syscall2(SYS_KSTAT_READ, index, info);
}
