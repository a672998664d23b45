/* SPDX-License-Identifier: MIT
 * The system calls on files and mappings, for the table in syscall.c.
 */
#ifndef USERPROG_SYSCALL_FILE_H
#define USERPROG_SYSCALL_FILE_H

#include <stdint.h>

/* For syscall_init(). */
void syscall_file_init(void);

int sys_create(const uint32_t *args);
int sys_remove(const uint32_t *args);
int sys_open(const uint32_t *args);
int sys_filesize(const uint32_t *args);
int sys_read(const uint32_t *args);
int sys_write(const uint32_t *args);
int sys_seek(const uint32_t *args);
int sys_tell(const uint32_t *args);
int sys_close(const uint32_t *args);
int sys_mmap(const uint32_t *args);
int sys_munmap(const uint32_t *args);

#endif
