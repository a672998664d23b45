/* SPDX-License-Identifier: MIT
 * System calls on files, the console, the keyboard and mappings.
 *
 * File data moves straight between the page cache and user memory (filesys/ passes the addresses on
 * to vobj_read() and vobj_write()), so only the range is checked here and a bad page comes back as
 * -EFAULT. Console output goes through kernel memory first, since the console's lock must not be
 * held across a page fault.
 */
#include "userprog/syscall-file.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include "devices/input.h"
#include "filesys/file.h"
#include "filesys/filesys.h"
#include "threads/malloc.h"
#include "threads/synch.h"
#include "userprog/process.h"
#include "userprog/uaccess.h"

enum { KEYBOARD_FD = 0, CONSOLE_FD = 1 };

#define FILE_NAME_MAX 256 /* With the NUL: longer names name nothing. */

/* Held over the pieces of a console write too big to go out in one, so that those of two programs
 * do not mix.  Page faults happen under it: nothing that resolves them takes it. */
static struct lock console_turn;

void syscall_file_init(void)
{
    lock_init(&console_turn);
}

static struct file *file_of(int fd)
{
    return fdtable_get(&process_current()->files, fd);
}

/* ---- By name ----------------------------------------------------------------------------------
 */

/* Fetches a file name; false if it is too long for any file to have it. */
static bool fetch_name(char name[FILE_NAME_MAX], uintptr_t addr)
{
    int length = uaccess_read_string(name, addr, FILE_NAME_MAX);
    if (length == -EFAULT)
        process_kill();
    return length >= 0;
}

int sys_create(const uint32_t *args)
{
    char name[FILE_NAME_MAX];
    return fetch_name(name, args[0]) && filesys_create(name, args[1]);
}

int sys_remove(const uint32_t *args)
{
    char name[FILE_NAME_MAX];
    return fetch_name(name, args[0]) && filesys_remove(name);
}

int sys_open(const uint32_t *args)
{
    char name[FILE_NAME_MAX];
    if (!fetch_name(name, args[0]))
        return -1;
    struct file *file = filesys_open(name);
    if (file == NULL)
        return -1;
    int fd = fdtable_add(&process_current()->files, file);
    if (fd < 0) {
        file_close(file);
        return -1;
    }
    return fd;
}

/* ---- Keyboard and console ---------------------------------------------------------------------
 */

static int read_keyboard(uintptr_t dst, size_t n)
{
    char keys[64];
    for (size_t done = 0; done < n;) {
        size_t piece = n - done < sizeof keys ? n - done : sizeof keys;
        for (size_t i = 0; i < piece; i++)
            keys[i] = input_getc();
        if (uaccess_write(dst + done, keys, piece) < 0)
            return -EFAULT;
        done += piece;
    }
    return n;
}

static int print_piece(uintptr_t src, char *buffer, size_t n)
{
    if (uaccess_read(buffer, src, n) < 0)
        return -EFAULT;
    putbuf(buffer, n);
    return n;
}

/* A write that fits into BUFFER of SIZE goes out as it is; a longer one in pieces, during which no
 * other program's writes come between. */
static int print_pieces(uintptr_t src, size_t n, char *buffer, size_t size)
{
    int result = 0;
    lock_acquire(&console_turn);
    for (size_t done = 0; done < n && result >= 0; done += size)
        result = print_piece(src + done, buffer, n - done < size ? n - done : size);
    lock_release(&console_turn);
    return result < 0 ? result : (int)n;
}

static int write_console(uintptr_t src, size_t n)
{
    char small[128];
    if (n <= sizeof small)
        return print_pieces(src, n, small, sizeof small);

    size_t size = n < 4 * PGSIZE ? n : 4 * PGSIZE;
    char *buffer = malloc(size);
    if (buffer == NULL)
        return print_pieces(src, n, small, sizeof small);
    int result = print_pieces(src, n, buffer, size);
    free(buffer);
    return result;
}

/* ---- By descriptor ----------------------------------------------------------------------------
 */

/* What the caller of read or write gets; a bad page in its buffer ends it. */
static int transferred(int result)
{
    if (result == -EFAULT)
        process_kill();
    return result >= 0 ? result : -1;
}

/* The size of a transfer to or from BUFFER: what is asked for, as far as a result can say it. */
static size_t check_buffer(uintptr_t buffer, size_t n)
{
    if (!uaccess_in_range(buffer, n))
        process_kill();
    return n < INT32_MAX ? n : INT32_MAX;
}

int sys_read(const uint32_t *args)
{
    int fd = args[0];
    uintptr_t buffer = args[1];
    size_t n = check_buffer(buffer, args[2]);
    if (fd == KEYBOARD_FD)
        return transferred(read_keyboard(buffer, n));
    struct file *file = file_of(fd);
    return file != NULL ? transferred(file_read(file, (void *)buffer, n)) : -1;
}

int sys_write(const uint32_t *args)
{
    int fd = args[0];
    uintptr_t buffer = args[1];
    size_t n = check_buffer(buffer, args[2]);
    if (fd == CONSOLE_FD)
        return transferred(write_console(buffer, n));
    struct file *file = file_of(fd);
    return file != NULL ? transferred(file_write(file, (const void *)buffer, n)) : -1;
}

int sys_filesize(const uint32_t *args)
{
    struct file *file = file_of(args[0]);
    return file != NULL ? file_length(file) : -1;
}

int sys_seek(const uint32_t *args)
{
    struct file *file = file_of(args[0]);
    if (file != NULL)
        file_seek(file, args[1]);
    return 0;
}

int sys_tell(const uint32_t *args)
{
    struct file *file = file_of(args[0]);
    return file != NULL ? file_tell(file) : -1;
}

int sys_close(const uint32_t *args)
{
    struct file *file = fdtable_remove(&process_current()->files, args[0]);
    if (file != NULL)
        file_close(file);
    return 0;
}

/* ---- Mappings ---------------------------------------------------------------------------------
 */

int sys_mmap(const uint32_t *args)
{
    struct process *p = process_current();
    struct file *file = file_of(args[0]);
    if (file == NULL)
        return -1;
    int id = mapping_add(&p->mappings, p->aspace, file, args[1]);
    return id >= 0 ? id : -1;
}

int sys_munmap(const uint32_t *args)
{
    struct process *p = process_current();
    mapping_remove(&p->mappings, p->aspace, args[0]);
    return 0;
}
