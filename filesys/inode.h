/* SPDX-License-Identifier: MIT
 * Inodes: files without names.
 *
 * An inode in memory is shared by all who have it open, and by mappings (through its vobj's ref and
 * unref). When the last one closes it, it stays in memory with its cached pages for a while, unless
 * it was removed: then it and its blocks go.  Everything here sleeps, but for the getters.
 */
#ifndef FILESYS_INODE_H
#define FILESYS_INODE_H

#include <stdbool.h>
#include <stdint.h>
#include "filesys/off_t.h"

struct inode;
struct vobj;

/* Opens inode INUMBER.  0; -EIO if what the disk says cannot be (one line says what), -ENOENT if it
 * is being removed, -ENOMEM. */
int inode_open(uint32_t inumber, struct inode **inode);
/* One more opener.  Returns INODE. */
struct inode *inode_reopen(struct inode *inode);
/* One opener less.  NULL is ignored. */
void inode_close(struct inode *inode);

/* Read, or write, up to SIZE bytes at OFFSET; the memory may be a user's, range-checked.  Return
 * the number of bytes, less only at the end of file or when the disk became full, or -EFAULT, -EIO,
 * -ENOMEM, -EINVAL (OFFSET negative).  A write past the end makes the file longer, up to 2 GB - 1,
 * else -EFBIG; what lies between reads as zeros.  Readers see the new length only once the bytes
 * are there. */
off_t inode_read_at(struct inode *inode, void *buffer, off_t size, off_t offset);
off_t inode_write_at(struct inode *inode, const void *buffer, off_t size, off_t offset);

/* While anybody denies writes, inode_write_at() writes 0 bytes, and no mapping is made that may
 * write; false if there is one already, or a write is under way.  One allow for each deny. */
bool inode_deny_write(struct inode *inode);
void inode_allow_write(struct inode *inode);
/* Does anybody?  (For mmap: a mapping writes without asking.) */
bool inode_write_denied(struct inode *inode);

/* Takes all bytes out of INODE.  0; -EBUSY if anyone but the caller has it open, or maps it; -EIO.
 */
int inode_empty(struct inode *inode);
/* Puts content, inode and metadata on the disk.  0 or -EIO. */
int inode_sync(struct inode *inode);

off_t inode_length(struct inode *inode);
uint32_t inode_inumber(const struct inode *inode);
bool inode_is_dir(const struct inode *inode);

/* The page cache of INODE's content: it lives while the inode is open; mappings take references. */
struct vobj *inode_vobj(struct inode *inode);

#endif
