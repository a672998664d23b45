/* SPDX-License-Identifier: MIT
 * What passes between programs and the kernel in the system calls from SYS_FORK on: flags, status
 * words and structures.
 *
 * All of those calls return 0 or what they are asked for, or a negative errno.
 */
#ifndef LIB_SYSCALL_ABI_H
#define LIB_SYSCALL_ABI_H

#include <debug.h>
#include <stdint.h>

/* open2(): one of the first three, and any of the others. */
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_ACCMODE 3
#define O_CREAT 0x40
#define O_TRUNC 0x200
#define O_APPEND 0x400

/* waitpid(): flags, and the parts of a child's status.  An exit status is in bits 8 to 15, the
 * number of a signal that ended it in bits 0 to 6. */
#define WNOHANG 1
#define WIFEXITED(STATUS) (((STATUS)&0x7f) == 0)
#define WEXITSTATUS(STATUS) (((STATUS) >> 8) & 0xff)
#define WIFSIGNALED(STATUS) (((STATUS)&0x7f) != 0)
#define WTERMSIG(STATUS) ((STATUS)&0x7f)
#define W_EXITCODE(EXIT_STATUS, SIGNAL) (((EXIT_STATUS)&0xff) << 8 | (SIGNAL))

/* kill(): each of these ends the process, and there is nothing to catch it with. */
#define SIGINT 2  /* ^C was typed. */
#define SIGQUIT 3 /* ^\ was typed. */
#define SIGKILL 9
#define SIGSEGV 11
#define SIGPIPE 13
#define SIGTERM 15
#define SIGXCPU 24 /* Its group has used up its CPU time. */
#define SIGNAL_MAX 31

/* set_job(): the children that the caller makes from now on are in its own job, or in a new one;
 * and that job is at the front of the terminal, if that is the caller's to choose, else -EPERM.
 * (docs/SYSCALLS.md says more.) */
#define JOB_OWN 0
#define JOB_NEW 1
#define JOB_FRONT 2

/* mmap2() and mprotect(). */
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 0x10
#define MAP_ANONYMOUS 0x20

/* stat() and fstat(). */
#define S_IFMT 0170000
#define S_IFIFO 0010000
#define S_IFCHR 0020000
#define S_IFDIR 0040000
#define S_IFREG 0100000
#define S_ISFIFO(MODE) (((MODE)&S_IFMT) == S_IFIFO) /* A pipe. */
#define S_ISCHR(MODE) (((MODE)&S_IFMT) == S_IFCHR)  /* Keyboard or console. */
#define S_ISDIR(MODE) (((MODE)&S_IFMT) == S_IFDIR)
#define S_ISREG(MODE) (((MODE)&S_IFMT) == S_IFREG)

struct stat {
    uint32_t st_ino;
    uint32_t st_mode;
    uint32_t st_nlink;
    uint32_t st_size;   /* Bytes; of a pipe those that wait in it. */
    uint32_t st_blocks; /* Of 512 bytes, that the content takes on the disk. */
};
static_assert(sizeof(struct stat) == 20, "part of the interface");

/* time(): since 1970 by the real-time clock, but never going back. */
struct timespec {
    int64_t tv_sec;
    int32_t tv_nsec;
    int32_t tv_reserved;
};
static_assert(sizeof(struct timespec) == 16, "part of the interface");

/* limit_set() and limit_get(), of a group of processes together.  In limits, 0 is "as the group
 * above allows". */
struct limits {
    uint32_t processes; /* Also threads, beyond the first of each process. */
    uint32_t cpu_ticks; /* Timer ticks that it may run; then it is killed. */
    uint32_t
        pages_max; /* Resident pages that it never exceeds, at least 16; used: the most so far. */
    uint32_t pages_high; /* Above these it gives back its own pages first; used: resident now. */
    uint32_t open_files; /* However many descriptors each has. */
};
static_assert(sizeof(struct limits) == 20, "part of the interface");

/* proc_info(): process number INDEX of those there are, or -ENOENT past the last. */
enum proc_state { PROC_RUNNING, PROC_READY, PROC_SLEEPING, PROC_ZOMBIE };
#define PROC_NAME_SIZE 16

struct proc_info {
    int32_t pid, ppid; /* ppid 0: started by the kernel, or orphaned. */
    uint32_t state;    /* enum proc_state; of several threads the most active. */
    uint32_t threads;
    uint32_t pages;     /* Resident. */
    uint32_t cpu_ticks; /* Timer ticks spent running. */
    char name[PROC_NAME_SIZE];
};
static_assert(sizeof(struct proc_info) == 40, "part of the interface");

/* kstat_read(): counter number INDEX, or -ENOENT past the last. */
struct kstat_info {
    char name[40]; /* "group.name" */
    char unit[16];
    uint64_t value;
};
static_assert(sizeof(struct kstat_info) == 64, "part of the interface");

#endif
