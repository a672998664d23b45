/* SPDX-License-Identifier: MIT
 * Inside the file system only: entries of a directory by name.  All with the directory's dir_lock
 * held.
 */
#ifndef FILESYS_DIR_ENTRIES_H
#define FILESYS_DIR_ENTRIES_H

#include <stdint.h>

struct inode;

/* The inode number of NAME.  0 or -ENOENT, -EIO, -ENOMEM. */
int dir_lookup(struct inode *dir, const char *name, uint32_t *inumber);
/* Adds NAME, which is valid and not there yet.  0 or -ENOSPC, -EIO, -ENOMEM. */
int dir_add(struct inode *dir, const char *name, uint32_t inumber);
/* Makes NAME stand for another inode; removes it if that is 0.  0 or -ENOENT, -EIO, -ENOMEM. */
int dir_change(struct inode *dir, const char *name, uint32_t inumber);

#endif
