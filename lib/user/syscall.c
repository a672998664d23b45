/* SPDX-License-Identifier: MIT
 * The system calls that Pintos has too.
 */
#include <syscall.h>
#include <syscall-nr.h>
#include "lib/user/syscall-stub.h"

void halt(void)
{
    syscall0(SYS_HALT);
    NOT_REACHED();
}

void exit(int status)
{
    syscall1(SYS_EXIT, status);
    /* Not an assertion, whose failure would end here again. */
    for (;;) {
    }
}

pid_t exec(const char *cmd_line)
{
    return syscall1(SYS_EXEC, cmd_line);
}

int wait(pid_t pid)
{
    return syscall1(SYS_WAIT, pid);
}

bool create(const char *file, unsigned initial_size)
{
    return syscall2(SYS_CREATE, file, initial_size);
}

bool remove(const char *file)
{
    return syscall1(SYS_REMOVE, file);
}

int open(const char *file)
{
    return syscall1(SYS_OPEN, file);
}

int filesize(int fd)
{
    return syscall1(SYS_FILESIZE, fd);
}

int read(int fd, void *buffer, unsigned size)
{
    return syscall3(SYS_READ, fd, buffer, size);
}

int write(int fd, const void *buffer, unsigned size)
{
    return syscall3(SYS_WRITE, fd, buffer, size);
}

void seek(int fd, unsigned position)
{
    syscall2(SYS_SEEK, fd, position);
}

unsigned tell(int fd)
{
    return syscall1(SYS_TELL, fd);
}

void close(int fd)
{
    syscall1(SYS_CLOSE, fd);
}

mapid_t mmap(int fd, void *addr)
{
    return syscall2(SYS_MMAP, fd, addr);
}

void munmap(mapid_t mapping)
{
    syscall1(SYS_MUNMAP, mapping);
}

bool chdir(const char *dir)
{
    return syscall1(SYS_CHDIR, dir);
}

bool mkdir(const char *dir)
{
    return syscall1(SYS_MKDIR, dir);
}

bool readdir(int fd, char name[READDIR_MAX_LEN + 1])
{
    return syscall2(SYS_READDIR, fd, name);
}

bool isdir(int fd)
{
    return syscall1(SYS_ISDIR, fd);
}

int inumber(int fd)
{
    return syscall1(SYS_INUMBER, fd);
}
