/* SPDX-License-Identifier: MIT
 * Inside the file system only: the mounted volume, in-memory inodes, and how the files here meet.
 *
 *     file.c, filesys.c, fsutil.c   what the kernel calls; names
 *     directory.c                   names to inode numbers
 *     inode.c                       in-memory inodes: open, close, the list of closed ones
 *     inode-io.c                    bytes of an inode; growth
 *     map.c                         page of an inode to block of the disk
 *     alloc.c                       free blocks, free inode numbers
 *     layout.c, format.h            the disk's format
 *
 * Everything on the disk is read and written through the page cache: a file's or directory's
 * content through `data` of its inode, its indirect blocks through `map`, the bitmap through
 * `fs.bitmap`, all else through `fs.meta`; in the latter three a page's index is its block's
 * number. An inode's indirect blocks have a vobj of their own so that they can be forgotten when
 * they are freed: a block that changes its use must not stay behind, dirty, in a cache.
 *
 * In what order the disk gets it (with its own cache emptied in between), in case the power fails:
 * the bitmap before an inode whose new blocks it has in use, the content before the inode too, and
 * an emptied inode before the blocks that it had are free.  The cache may write an indirect block
 * earlier, when it makes room.
 *
 * Lock order, outermost first:
 *
 *     inode.dir_lock      a directory's entries
 *     inode.extend_lock   held by who writes past the end; also over the copy from user memory
 *     (as_lock)           a fault in that copy takes it; who unmaps a file closes its inode
 *     icache lock         which inodes are in memory (inode.c); never held across I/O
 *     inode.lock          an inode's length and map; what `locate` takes
 *     fs.alloc_lock       the bitmap, free inode numbers
 *     (vm_lock, device)
 *
 * An inode.lock is never held when user memory is touched or when pages of that inode's `data` are
 * pinned, read or written, since all of these may call `locate`.  Two inodes' locks of one kind are
 * never held together.  Memory is allocated under these locks, which is safe: making room writes
 * pages back, and that never enters here.
 */
#ifndef FILESYS_FS_H
#define FILESYS_FS_H

#include <list.h>
#include <stdbool.h>
#include <stdint.h>
#include "filesys/format.h"
#include "filesys/report.h"
#include "threads/synch.h"
#include "vm/vobj.h"

struct fs {
    bool mounted;
    struct block *dev;     /* Fixed while mounted, as */
    struct fs_super super; /* this is. */
    struct vobj bitmap;
    struct vobj meta;   /* All else but content and indirect blocks. */
    struct inode *root; /* Open all the time. */

    struct lock alloc_lock;
    uint32_t next_block;   /* Where the next search for a free block of a new file starts. */
    uint32_t next_inumber; /* No free inode number is below. */
};

extern struct fs fs;

struct inode {
    uint32_t inumber; /* Fixed. */
    uint32_t type;    /* Fixed: FS_FILE or FS_DIR. */
    struct vobj data; /* Content.  (vm_lock) */
    struct vobj map;  /* Indirect blocks.  (vm_lock) */

    /* The icache lock. */
    struct list_elem bucket_elem;
    struct list_elem closed_elem; /* While open_count is 0. */
    unsigned open_count;          /* Openers and mappings. */
    unsigned visited;             /* The last round of inode_sync_all() that came by. */
    enum { INODE_LOADING, INODE_LIVE, INODE_LEAVING } state;
    bool removed; /* Has no name any more: goes with its last closer. */

    struct lock lock;
    struct fs_dinode disk; /* As on the disk, or newer. */
    bool dirty;            /* Newer. */
    bool stored;           /* What is on the disk may have blocks. */
    uint32_t next_block;   /* Where the next block of this file should lie. */

    struct lock extend_lock;
    struct lock dir_lock;
};

/* ---- alloc.c ---- */

/* Takes a free block, GOAL if it is free or one after it, and marks it used.  0, -ENOSPC, -EIO. */
int alloc_block(uint32_t goal, uint32_t *block);
/* Gives BLOCK back.  0 or -EIO. */
int alloc_free_block(uint32_t block);
/* Takes a free inode number; writes an empty inode of TYPE and LENGTH there.  0, -ENOSPC, -EIO. */
int alloc_inode(enum fs_inode_type type, uint32_t length, uint32_t *inumber);
/* Marks the inode free on the disk. */
int alloc_free_inode(uint32_t inumber);
/* Reads and writes an inode's 128 bytes.  0 or -EIO, -ENOMEM. */
int alloc_read_inode(uint32_t inumber, struct fs_dinode *inode);
int alloc_write_inode(uint32_t inumber, const struct fs_dinode *inode);

/* ---- map.c: with inode->lock held ---- */

/* The block of page INDEX, 0 for a hole.  0 or -EIO, -ENOMEM, -EFBIG. */
int map_lookup(struct inode *inode, uint32_t index, uint32_t *block);
/* The same, but a hole gets a block.  Also -ENOSPC. */
int map_allocate(struct inode *inode, uint32_t index, uint32_t *block);
/* Gives back every block of MAP, which was INODE's, whose `data` has been discarded.  Stops at the
 * first bad pointer, with the rest lost until fsck.  Then `map` is to be discarded. */
int map_free_all(struct inode *inode, const uint32_t map[FS_MAP_SLOTS]);

/* ---- inode.c ---- */

void inode_init(void);
/* Writes what is newer in memory, inodes and pages, to the device.  0 or the first error. */
int inode_sync_all(void);
/* Forgets the closed ones. */
void inode_forget_all(void);
/* Takes INODE's name away: it goes from the disk with its last closer. */
void inode_remove(struct inode *inode);
/* How many inodes are in memory, open and closed. */
unsigned inode_cached(void);

/* ---- filesys.c, for the host's tools too ---- */

/* Writes the metadata's pages, then has the device empty its cache: all that was written to it
 * before is on stable storage then.  0 or the first error. */
int fs_sync_meta(void);

/* Makes DEV an empty file system.  0 or -EINVAL (too small), -EIO.  One line says why. */
int fs_format(struct block *dev);
/* Starts to use the file system on DEV.  0 or -EINVAL, -EIO; one line says why. */
int fs_mount(struct block *dev);
/* Writes everything and ends the use.  0 or the first error. */
int fs_unmount(void);

#endif
