/* SPDX-License-Identifier: MIT
 * The file system as the rest of the kernel sees it: files by name.
 *
 * This header, file.h, inode.h and directory.h are all that callers may use.
 *
 *     struct file *f = filesys_open("hello");
 *     if (f) {
 *         off_t n = file_read(f, buffer, size);
 *         file_close(f);
 *     }
 *
 * All functions sleep.  Names have 1 to 14 bytes and no slash.  Without a file system (no disk, or
 * none that could be mounted) every call fails.
 */
#ifndef FILESYS_FILESYS_H
#define FILESYS_FILESYS_H

#include <stdbool.h>
#include "filesys/off_t.h"

struct file;

/* Mounts the device of role FILESYS, after formatting it if FORMAT or if the command line had -f.
 * 0, or -ENODEV without a device.  One that cannot be used refuses the boot: a line says why. */
int filesys_init(bool format);
/* Puts everything on the disk.  Power-off does. */
void filesys_done(void);

/* Makes a file of INITIAL_SIZE zero bytes.  False if there is one, the name or size cannot be, or
 * the disk or memory has no room. */
bool filesys_create(const char *name, off_t initial_size);
/* Opens a file; NULL if there is none or on an error. */
struct file *filesys_open(const char *name);
/* Removes the name.  Those who have the file open keep it.  False if there is none. */
bool filesys_remove(const char *name);

/* The same with the reason: 0 or -ENOENT, -EEXIST, -EINVAL (name or size), -ENAMETOOLONG, -ENOSPC,
 * -EIO, -ENOMEM, -ENODEV. */
int filesys_try_create(const char *name, off_t initial_size);
int filesys_try_open(const char *name, struct file **file);
int filesys_try_remove(const char *name);
/* NAME becomes a new, empty file; those who have the old one open keep it.  At any time, on the
 * disk too, there is one of that name. */
int filesys_try_renew(const char *name);
/* Gives FROM the name TO, whose file loses it if there is one.  Also -EISDIR for a directory. */
int filesys_try_rename(const char *from, const char *to);

#endif
