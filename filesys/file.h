/* SPDX-License-Identifier: MIT
 * Open files: an inode and a position.
 *
 * A struct file has no lock: if several threads use one at once, their positions get mixed (as if
 * they had taken turns in some order), nothing worse.  All sleep but the getters.  See inode.h for
 * errors; user memory is fine for every buffer.
 */
#ifndef FILESYS_FILE_H
#define FILESYS_FILE_H

#include <stdbool.h>
#include "filesys/off_t.h"

struct file;
struct inode;

/* Takes over INODE, which is closed when this returns NULL (no memory, or INODE is NULL). */
struct file *file_open(struct inode *inode);
/* Another struct file on the same inode, at position 0; NULL without memory. */
struct file *file_reopen(struct file *file);
/* Closes, and allows writes again if FILE denied them.  NULL is ignored. */
void file_close(struct file *file);
struct inode *file_get_inode(struct file *file);
/* The same under its other name. */
static inline struct inode *file_inode(struct file *file)
{
    return file_get_inode(file);
}

/* Bytes read or written, moving the position, or a negative errno. */
off_t file_read(struct file *file, void *buffer, off_t size);
off_t file_write(struct file *file, const void *buffer, off_t size);
/* The same at OFFSET, not moving it. */
off_t file_read_at(struct file *file, void *buffer, off_t size, off_t offset);
off_t file_write_at(struct file *file, const void *buffer, off_t size, off_t offset);

/* Nobody can write FILE's inode until file_allow_write() or file_close(FILE): false if somebody can
 * all the same, through a mapping or in a write that began before. */
bool file_deny_write(struct file *file);
void file_allow_write(struct file *file);

/* Any position will do, also past the end; one that is negative lies past every end (a program may
 * seek to an unsigned position that off_t cannot say). */
void file_seek(struct file *file, off_t position);
off_t file_tell(struct file *file);
off_t file_length(struct file *file);

#endif
