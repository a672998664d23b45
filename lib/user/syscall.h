/* SPDX-License-Identifier: MIT
 * The system calls.  Those up to inumber() behave as Pintos's.
 *
 * A bad pointer given to any of them ends the calling process with status -1.  A bad file
 * descriptor is an error result.
 */
#ifndef LIB_USER_SYSCALL_H
#define LIB_USER_SYSCALL_H

#include <debug.h>
#include <stdbool.h>

typedef int pid_t;
#define PID_ERROR ((pid_t)-1)

/* Identifies a memory mapping. */
typedef int mapid_t;
#define MAP_FAILED ((mapid_t)-1)

/* Longest name in a directory. */
#define READDIR_MAX_LEN 14

/* Usual values of exit() and results of main(). */
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1

void halt(void) NO_RETURN;
void exit(int status) NO_RETURN;

/* Starts the program and arguments of CMD_LINE, cut at spaces; PID_ERROR if it cannot be loaded. */
pid_t exec(const char *cmd_line);

/* Waits for a child's end and returns its status; -1 if it was killed, is no child or was waited
 * for. */
int wait(pid_t pid);

bool create(const char *file, unsigned initial_size);
bool remove(const char *file);

/* A file descriptor, or -1. */
int open(const char *file);
int filesize(int fd);

/* Return the number of bytes, 0 at the end of the file, -1 for an error. */
int read(int fd, void *buffer, unsigned size);
int write(int fd, const void *buffer, unsigned size);

void seek(int fd, unsigned position);
unsigned tell(int fd);
void close(int fd);

/* Maps the file FD at page-aligned ADDR; MAP_FAILED if it cannot be. */
mapid_t mmap(int fd, void *addr);
void munmap(mapid_t mapping);

bool chdir(const char *dir);
bool mkdir(const char *dir);

/* The next name in directory FD, never `.` or `..`; false at the end. */
bool readdir(int fd, char name[READDIR_MAX_LEN + 1]);
bool isdir(int fd);
int inumber(int fd);

#endif
