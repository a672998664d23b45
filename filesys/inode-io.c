/* SPDX-License-Identifier: MIT
 * The bytes of an inode: reading, writing, growing.
 *
 * A file grows in this order, under its extend_lock: what lies between the old end and the new
 * bytes is made zero, the bytes are written, the length is set.  So a reader never sees a part of a
 * file that nobody wrote, and bytes past the end are zero whenever the end moves over them.  If
 * writing fails, what it may have left behind the end is made zero again.
 */
#include <errno.h>
#include <string.h>
#include "filesys/fs.h"
#include "filesys/inode.h"

static inline off_t min(off_t a, off_t b)
{
    return a < b ? a : b;
}

/* How many of SIZE bytes at OFFSET lie before END. */
static off_t clip(off_t size, off_t offset, off_t end)
{
    return offset >= end ? 0 : min(size, end - offset);
}

off_t inode_read_at(struct inode *inode, void *buffer, off_t size, off_t offset)
{
    if (size < 0 || offset < 0)
        return -EINVAL;
    size = clip(size, offset, inode_length(inode));
    if (size == 0)
        return 0;
    int err = vobj_read(&inode->data, offset, buffer, size);
    return err ? err : size;
}

/* Makes bytes [START, END), all of one page, zero; *HOLE: they are, as nothing is stored there. */
static int zero_in_page(struct inode *inode, uint32_t start, uint32_t end, bool *hole)
{
    uint32_t block, index = start / VOBJ_PAGE_SIZE;
    void *page;
    lock_acquire(&inode->lock);
    int err = map_lookup(inode, index, &block);
    lock_release(&inode->lock);
    *hole = block == 0;
    if (err || *hole)
        return err;
    err = vobj_pin(&inode->data, index, VOBJ_WRITE, &page);
    if (err)
        return err;
    memset((uint8_t *)page + start % VOBJ_PAGE_SIZE, 0, end - start);
    vobj_unpin(&inode->data, page, true);
    return 0;
}

/* Makes [START, END) zero up to the first hole: where a file grows, only holes follow that. */
static int zero_range(struct inode *inode, uint32_t start, uint32_t end)
{
    bool hole = false;
    int err = 0;
    while (start < end && !err && !hole) {
        uint32_t page_end = start - start % VOBJ_PAGE_SIZE + VOBJ_PAGE_SIZE;
        uint32_t stop = page_end < end ? page_end : end;
        err = zero_in_page(inode, start, stop, &hole);
        start = stop;
    }
    return err;
}

/* Writes all of it, or as many whole pages as the disk has room for. */
static off_t write_pages(struct inode *inode, const uint8_t *buffer, off_t size, off_t offset)
{
    off_t done = 0;
    int err = vobj_write(&inode->data, offset, buffer, size);
    if (err != -ENOSPC)
        return err ? err : size;
    for (err = 0; done < size && !err;) {
        off_t n = min(size - done, VOBJ_PAGE_SIZE - (offset + done) % VOBJ_PAGE_SIZE);
        err = vobj_write(&inode->data, offset + done, buffer + done, n);
        done += err ? 0 : n;
    }
    return done > 0 ? done : err;
}

static void set_length(struct inode *inode, uint32_t length)
{
    lock_acquire(&inode->lock);
    inode->disk.length = length;
    inode->dirty = true;
    lock_release(&inode->lock);
}

/* A write that may move the end. */
static off_t write_growing(struct inode *inode, const uint8_t *buffer, off_t size, off_t offset)
{
    ASSERT(lock_held_by_current_thread(&inode->extend_lock));
    off_t length = inode_length(inode);
    int err = zero_range(inode, length, offset); /* (Nothing if the order is the other way.) */
    if (err)
        return err;
    if (offset + size > length)
        vobj_set_end(&inode->data, offset + size);
    off_t done = write_pages(inode, buffer, size, offset);
    off_t end = done > 0 ? offset + done : offset;
    if (end > length && done > 0)
        set_length(inode, end);
    if (done < size)
        zero_range(inode, end > length ? end : length, offset + size);
    vobj_set_end(&inode->data, inode_length(inode));
    return done;
}

static off_t write_somewhere(struct inode *inode, const void *buffer, off_t size, off_t offset)
{
    if (size <= inode_length(inode) - offset)
        return write_pages(inode, buffer, size, offset);
    lock_acquire(&inode->extend_lock);
    off_t done = write_growing(inode, buffer, size, offset);
    lock_release(&inode->extend_lock);
    return done;
}

off_t inode_write_at(struct inode *inode, const void *buffer, off_t size, off_t offset)
{
    if (size < 0 || offset < 0)
        return -EINVAL;
    if (size == 0 || !vobj_add_writer(&inode->data))
        return 0;
    size = clip(size, offset, FS_MAX_LENGTH);
    off_t done = size > 0 ? write_somewhere(inode, buffer, size, offset) : -EFBIG;
    vobj_change_writers(&inode->data, -1);
    return done;
}

bool inode_deny_write(struct inode *inode)
{
    return vobj_deny_write(&inode->data);
}

void inode_allow_write(struct inode *inode)
{
    vobj_allow_write(&inode->data);
}

bool inode_write_denied(struct inode *inode)
{
    return vobj_write_denied(&inode->data);
}

off_t inode_length(struct inode *inode)
{
    return *(volatile uint32_t *)&inode->disk.length;
}

uint32_t inode_inumber(const struct inode *inode)
{
    return inode->inumber;
}

bool inode_is_dir(const struct inode *inode)
{
    return inode->type == FS_DIR;
}

struct vobj *inode_vobj(struct inode *inode)
{
    return &inode->data;
}
