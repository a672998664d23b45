/* SPDX-License-Identifier: MIT
 * Open files.
 */
#include "filesys/file.h"
#include <errno.h>
#include "filesys/inode.h"
#include "threads/malloc.h"

struct file {
    struct inode *inode;
    off_t position;
    bool denies_write;
};

struct file *file_open(struct inode *inode)
{
    struct file *file = inode ? calloc(1, sizeof *file) : NULL;
    if (!file) {
        inode_close(inode);
        return NULL;
    }
    file->inode = inode;
    return file;
}

struct file *file_reopen(struct file *file)
{
    return file_open(inode_reopen(file->inode));
}

void file_close(struct file *file)
{
    if (!file)
        return;
    file_allow_write(file);
    inode_close(file->inode);
    free(file);
}

struct inode *file_get_inode(struct file *file)
{
    return file->inode;
}

off_t file_read(struct file *file, void *buffer, off_t size)
{
    if (file->position < 0)
        return 0;
    off_t n = inode_read_at(file->inode, buffer, size, file->position);
    file->position += n > 0 ? n : 0;
    return n;
}

off_t file_write(struct file *file, const void *buffer, off_t size)
{
    if (file->position < 0)
        return -EFBIG;
    off_t n = inode_write_at(file->inode, buffer, size, file->position);
    file->position += n > 0 ? n : 0;
    return n;
}

off_t file_read_at(struct file *file, void *buffer, off_t size, off_t offset)
{
    return inode_read_at(file->inode, buffer, size, offset);
}

off_t file_write_at(struct file *file, const void *buffer, off_t size, off_t offset)
{
    return inode_write_at(file->inode, buffer, size, offset);
}

bool file_deny_write(struct file *file)
{
    bool none = file->denies_write || inode_deny_write(file->inode);
    file->denies_write = true;
    return none;
}

void file_allow_write(struct file *file)
{
    if (file->denies_write)
        inode_allow_write(file->inode);
    file->denies_write = false;
}

void file_seek(struct file *file, off_t position)
{
    file->position = position;
}

off_t file_tell(struct file *file)
{
    return file->position;
}

off_t file_length(struct file *file)
{
    return inode_length(file->inode);
}
