/* SPDX-License-Identifier: MIT
 * A vobj is something that can fill and drain pages: to vm/ it is a file's page cache.
 *
 * The owner (an inode) embeds a `struct vobj`.  Every way to a file's bytes meets in the same
 * resident pages: `read` and `write` through vobj_read()/vobj_write(), `mmap` and program text
 * through page faults, a file system's own metadata through vobj_pin().  So they always agree.
 *
 * Write-back never enters the file system: a page is told its place on the device (`locate` with
 * ALLOCATE) before it may become dirty, and the evictor then does device I/O only.
 *
 * Lock order: file-system and inode locks may be held when calling anything here; vm_lock is taken
 * inside.  `locate` is called with no vm/ lock held, so it may take inode locks, read metadata
 * (through other vobjs) and sleep.  A caller of vobj_read/vobj_write/vobj_pin must therefore not
 * hold a lock that `locate` of the same vobj takes.
 */
#ifndef VM_VOBJ_H
#define VM_VOBJ_H

#include <list.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "devices/block.h"

#define VOBJ_PAGE_SIZE 4096u
#define VOBJ_PAGE_SECTORS (VOBJ_PAGE_SIZE / BLOCK_SECTOR_SIZE)
#define VOBJ_HOLE ((block_sector_t)-1)

struct vobj;

struct vobj_ops {
    /* Where page INDEX of VOBJ lies on the device: *SECTOR gets the first of 8 consecutive sectors,
     * or VOBJ_HOLE where nothing is stored (the page reads as zeros).  With ALLOCATE it gets a
     * place if it has none; that place may hold anything, since the page is written whole before it
     * is read. 0, or -EIO, -ENOSPC, -EFBIG.  May sleep. */
    int (*locate)(struct vobj *vobj, uint32_t index, bool allocate, block_sector_t *sector);
    /* One more and one less mapping keeps the object in use (as an open file does).  May sleep. */
    void (*ref)(struct vobj *vobj);
    void (*unref)(struct vobj *vobj);
    /* How many pages to read at once when read in order; 0: never more than was asked for. */
    unsigned read_ahead;
};

struct vobj {
    const struct vobj_ops *ops; /* Fixed. */
    struct block *dev;          /* Fixed. */
    struct list pages;          /* vm_lock: its cached pages (struct file_page). */
    uint32_t ahead_next; /* vm_lock: the page after the last one that was read or is about to be. */
    uint32_t ahead_from; /* vm_lock: the page at which to go on reading ahead, or UINT32_MAX. */
    bool syncing;        /* vm_lock: somebody is in vobj_sync(). */
    uint32_t end;        /* vm_lock: bytes of its last page from here on are zeros on the device. */
    unsigned writers;    /* Interrupts off: regions that may write it, writes under way. */
    unsigned denied;     /* Interrupts off: how many deny that there are. */
};

/* For the owner, before any other call: a page cache without pages. */
void vobj_init(struct vobj *vobj, const struct vobj_ops *ops, struct block *dev);

/* Copies N bytes at OFFSET between the object and memory; DST and SRC may be user addresses that
 * were range-checked.  The caller keeps within the file's length.  Returns 0 or -EFAULT, -EIO,
 * -ENOMEM, -ENOSPC.  Sleeps.  Hold nothing but inode locks that `locate` does not take. */
int vobj_read(struct vobj *vobj, uint64_t offset, void *dst, size_t n);
int vobj_write(struct vobj *vobj, uint64_t offset, const void *src, size_t n);

/* Makes page INDEX resident and holds it there; *DATA is its kernel address until vobj_unpin().
 * VOBJ_WRITE gives it a place on the device first.  VOBJ_NEW too; the old content does not matter,
 * the page comes zeroed without a read.  0 or -EIO, -ENOMEM, -ENOSPC.  Sleeps.  Pin at most 4 pages
 * at a time. */
enum vobj_pin_mode { VOBJ_READ, VOBJ_WRITE, VOBJ_NEW };
int vobj_pin(struct vobj *vobj, uint32_t index, enum vobj_pin_mode mode, void **data);
/* Ends vobj_pin(); DIRTIED says that the caller changed the page. */
void vobj_unpin(struct vobj *vobj, void *data, bool dirtied);

/* Writes every page that is dirty to the device and waits for it, also for those that others are
 * writing.  0 or the first error.  Sleeps. */
int vobj_sync(struct vobj *vobj);

/* Forgets every cached page from FIRST on, dirty or not: after a truncate, or before the object
 * goes (FIRST 0).  Pages that are mapped vanish from their mappers, which fault anew.  Sleeps. */
void vobj_discard(struct vobj *vobj, uint32_t first);

/* Bytes past END, in the page that it lies in, are written to the device as zeros, whatever a
 * mapping has stored there.  To be set before bytes are written that are to stay. */
void vobj_set_end(struct vobj *vobj, uint32_t end);

/* Denies that writers are added, which are the regions that may write the object, and whoever
 * writes it in the name of its owner; those that there are stay: false if there are any.  One allow
 * for each deny. */
bool vobj_deny_write(struct vobj *vobj);
void vobj_allow_write(struct vobj *vobj);
bool vobj_write_denied(const struct vobj *vobj);
/* One writer more: false if that is denied.  More or fewer, denied or not. */
bool vobj_add_writer(struct vobj *vobj);
void vobj_change_writers(struct vobj *vobj, int change);

#endif
