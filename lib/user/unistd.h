/* SPDX-License-Identifier: MIT
 * Processes, descriptors and time: the system calls beyond Pintos's that most programs use.
 *
 * Every function returns 0 or what it is asked for, or a negative errno (<errno.h>; strerror()
 * names it).  There is no `errno` variable, which several threads would have to share.
 */
#ifndef LIB_USER_UNISTD_H
#define LIB_USER_UNISTD_H

#include <stddef.h>
#include <stdint.h>
#include <syscall-abi.h>
#include <syscall.h>

#define STDERR_FILENO 2 /* By convention of the shell: the kernel opens only 0 and 1. */

/* A copy of this process, memory and open files with it.  Its pid in the parent, 0 in the child. */
pid_t fork(void);

/* Runs the program PATH in this process; ARGV ends with NULL.  Open files stay open.  Returns only
 * on an error. */
int execve(const char *path, char *const argv[]);

/* Waits for child PID, or for any with -1; with WNOHANG only looks.  The pid of the one that ended
 * and was removed, 0 if there is none yet.  *STATUS, unless NULL, is for the W... macros. */
pid_t waitpid(pid_t pid, int *status, int flags);

pid_t getpid(void);
pid_t getppid(void);

/* Ends process PID as by SIGNAL (SIGINT, SIGKILL, ...); with 0 only says whether it is there. */
int kill(pid_t pid, int signal);

/* Which job the children made from now on are in, and what ^C ends: JOB_... flags. */
int set_job(int flags);

/* FD[0] is the end to read, FD[1] the one to write. */
int pipe(int fd[2]);
/* Makes TO stand for what FROM does, closing what it was.  TO. */
int dup2(int from, int to);

int sleep_ms(unsigned ms);
int yield(void);

/* Moves the end of the data by DELTA bytes and returns where it was, or (void *)-1. */
void *sbrk(intptr_t delta);

/* The current directory's absolute name.  Its length. */
int getcwd(char *buffer, size_t size);
int rename(const char *from, const char *to);

/* Opens, and makes if asked to, by O_... flags.  A descriptor. */
int open2(const char *file, int flags);
int stat(const char *file, struct stat *stat);
int fstat(int fd, struct stat *stat);

int time(struct timespec *now);

#endif
