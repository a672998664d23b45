/* SPDX-License-Identifier: MIT
 * Mounting, and files by name.
 */
#include "filesys/filesys.h"
#include <errno.h>
#include <string.h>
#include "devices/block.h"
#include "filesys/dir-entries.h"
#include "filesys/file.h"
#include "filesys/fs.h"
#include "filesys/inode.h"

struct fs fs;

/* ---- The metadata's pages are the device's blocks ---- */

static int meta_locate(struct vobj *vobj UNUSED, uint32_t index, bool allocate UNUSED,
                       block_sector_t *sector)
{
    *sector = index * FS_BLOCK_SECTORS;
    return 0;
}

static void meta_ref(struct vobj *vobj UNUSED)
{
}

static const struct vobj_ops meta_ops = {.locate = meta_locate, .ref = meta_ref, .unref = meta_ref};

static uint32_t device_blocks(struct block *dev)
{
    return block_size(dev) / FS_BLOCK_SECTORS;
}

int fs_sync_meta(void)
{
    int err = vobj_sync(&fs.meta);
    int err_flush = block_flush(fs.dev);
    return err ? err : err_flush;
}

static void attach(struct block *dev)
{
    memset(&fs, 0, sizeof fs);
    fs.dev = dev;
    vobj_init(&fs.bitmap, &meta_ops, dev);
    vobj_init(&fs.meta, &meta_ops, dev);
    lock_init(&fs.alloc_lock);
    inode_init();
}

/* ---- Formatting ---- */

/* Writes one block: zeros, then the N bytes at CONTENT. */
static int write_block(uint32_t block, const void *content, size_t n)
{
    void *page;
    int err = vobj_pin(&fs.meta, block, VOBJ_NEW, &page);
    if (err)
        return err;
    if (n > 0)
        memcpy(page, content, n);
    vobj_unpin(&fs.meta, page, true);
    return 0;
}

/* Writes page N of the bitmap: what lies before the data, and past the end, is in use. */
static int format_bitmap_page(uint32_t n)
{
    void *page;
    int err = vobj_pin(&fs.bitmap, fs.super.bitmap_start + n, VOBJ_NEW, &page);
    if (err)
        return err;
    uint8_t *bytes = page;
    uint32_t base = n * FS_BLOCK_BITS;
    for (uint32_t i = 0; i < FS_BLOCK_BITS; i++)
        if (!fs_block_valid(&fs.super, base + i))
            bytes[i / 8] |= 1u << (i % 8);
    vobj_unpin(&fs.bitmap, page, true);
    return 0;
}

static int format_root(void)
{
    uint32_t inumber;
    fs.next_inumber = FS_ROOT_INUMBER;
    int err = alloc_inode(FS_DIR, 0, &inumber);
    ASSERT(err || inumber == FS_ROOT_INUMBER);
    return err;
}

/* The superblock comes last: a half-made file system is none. */
static int format_blocks(void)
{
    int err = write_block(0, NULL, 0);
    for (uint32_t i = 0; i < fs.super.bitmap_blocks && !err; i++)
        err = format_bitmap_page(i);
    for (uint32_t i = 0; i < fs.super.inode_blocks && !err; i++)
        err = write_block(fs.super.inode_start + i, NULL, 0);
    err = err ? err : format_root();
    err = err ? err : vobj_sync(&fs.bitmap);
    err = err ? err : fs_sync_meta();
    err = err ? err : write_block(0, &fs.super, sizeof fs.super);
    return err ? err : fs_sync_meta();
}

int fs_format(struct block *dev)
{
    attach(dev);
    if (!fs_layout(device_blocks(dev), &fs.super)) {
        fs_report("%s has %u blocks of 4 kB, a file system needs at least %u", block_name(dev),
                  device_blocks(dev), FS_MIN_BLOCKS);
        return -EINVAL;
    }
    int err = format_blocks();
    if (err)
        fs_report("%s could not be formatted (error %d)", block_name(dev), -err);
    vobj_discard(&fs.bitmap, 0);
    vobj_discard(&fs.meta, 0);
    return err;
}

/* ---- Mounting ---- */

static int read_super(struct block *dev)
{
    void *page;
    uint32_t value;
    if (device_blocks(dev) == 0)
        return fs_report("%s is smaller than a block", block_name(dev));
    int err = vobj_pin(&fs.meta, 0, VOBJ_READ, &page);
    if (err) {
        fs_report("%s: the superblock cannot be read (error %d)", block_name(dev), -err);
        return err;
    }
    memcpy(&fs.super, page, sizeof fs.super);
    vobj_unpin(&fs.meta, page, false);
    const char *problem = fs_super_problem(&fs.super, device_blocks(dev), &value);
    if (!problem)
        return 0;
    fs_report("%s: the superblock %s (%u); -f would format it", block_name(dev), problem, value);
    return -EINVAL;
}

static int open_root(void)
{
    int err = inode_open(FS_ROOT_INUMBER, &fs.root);
    if (!err && !inode_is_dir(fs.root))
        err = fs_report("inode %u, the root, is not a directory", FS_ROOT_INUMBER);
    return err;
}

/* Forgets all of the device that is in memory. */
static void detach(void)
{
    inode_close(fs.root);
    fs.root = NULL;
    inode_forget_all();
    vobj_discard(&fs.bitmap, 0);
    vobj_discard(&fs.meta, 0);
    fs.mounted = false;
}

int fs_mount(struct block *dev)
{
    attach(dev);
    int err = read_super(dev);
    if (!err) {
        fs.next_inumber = FS_ROOT_INUMBER + 1;
        fs.next_block = fs.super.data_start;
        err = open_root();
    }
    fs.mounted = !err;
    if (err)
        detach();
    return err;
}

static int sync_all(void)
{
    int err = inode_sync_all();
    int err_bitmap = vobj_sync(&fs.bitmap);
    int err_meta = fs_sync_meta();
    return err ? err : err_bitmap ? err_bitmap : err_meta;
}

int fs_unmount(void)
{
    int err = sync_all();
    detach();
    return err;
}

void filesys_done(void)
{
    int err = fs.mounted ? sync_all() : 0;
    if (err)
        fs_report("not everything could be written to %s (error %d)", block_name(fs.dev), -err);
}

/* ---- Files by name ---- */

/* Takes the root directory's lock, if NAME could be in it. */
static int enter_root(const char *name)
{
    if (!fs.mounted)
        return -ENODEV;
    if (strnlen(name, FS_NAME_MAX + 1) > FS_NAME_MAX)
        return -ENAMETOOLONG;
    lock_acquire(&fs.root->dir_lock);
    return 0;
}

static void leave_root(void)
{
    lock_release(&fs.root->dir_lock);
}

/* With the directory's lock held: NAME becomes a new inode. */
static int create_in(struct inode *dir, const char *name, uint32_t length)
{
    uint32_t inumber;
    int err = dir_lookup(dir, name, &inumber);
    if (err != -ENOENT)
        return err ? err : -EEXIST;
    err = alloc_inode(FS_FILE, length, &inumber);
    if (err)
        return err;
    err = dir_add(dir, name, inumber);
    if (err)
        alloc_free_inode(inumber);
    return err;
}

int filesys_try_create(const char *name, off_t initial_size)
{
    int err = enter_root(name);
    if (err)
        return err;
    bool possible = fs_name_valid(name) && initial_size >= 0 && initial_size <= FS_MAX_LENGTH;
    err = possible ? create_in(fs.root, name, initial_size) : -EINVAL;
    leave_root();
    return err;
}

/* Finds and opens NAME, and removes the name if REMOVE. */
static int open_in(struct inode *dir, const char *name, bool remove, struct inode **inode)
{
    uint32_t inumber;
    int err = dir_lookup(dir, name, &inumber);
    err = err ? err : inode_open(inumber, inode);
    if (err || !remove)
        return err;
    err = dir_change(dir, name, 0);
    if (!err)
        inode_remove(*inode);
    else
        inode_close(*inode);
    return err;
}

int filesys_try_open(const char *name, struct file **file)
{
    struct inode *inode;
    *file = NULL;
    int err = enter_root(name);
    if (err)
        return err;
    err = open_in(fs.root, name, false, &inode);
    leave_root();
    if (err)
        return err;
    *file = file_open(inode);
    return *file ? 0 : -ENOMEM;
}

int filesys_try_remove(const char *name)
{
    struct inode *inode;
    int err = enter_root(name);
    if (err)
        return err;
    err = open_in(fs.root, name, true, &inode);
    leave_root();
    if (!err)
        inode_close(inode);
    return err;
}

/* With the directory's lock held: TO, which stands for OTHER, becomes a name of INUMBER. */
static int take_name(struct inode *dir, const char *to, uint32_t other, uint32_t inumber,
                     struct inode **gone)
{
    int err = inode_open(other, gone);
    err = err ? err : dir_change(dir, to, inumber);
    if (!err)
        inode_remove(*gone);
    return err;
}

/* With the directory's lock held.  There is one name at any time, on the disk too: the new one is
 * there before the old one goes. */
static int rename_in(struct inode *dir, const char *from, const char *to, struct inode **gone)
{
    uint32_t inumber, other;
    int err = dir_lookup(dir, from, &inumber);
    if (err)
        return err;
    err = dir_lookup(dir, to, &other);
    if (!err && other == inumber)
        return 0;
    if (!err)
        err = take_name(dir, to, other, inumber, gone);
    else if (err == -ENOENT)
        err = dir_add(dir, to, inumber);
    err = err ? err : inode_sync(dir);
    return err ? err : dir_change(dir, from, 0);
}

int filesys_try_rename(const char *from, const char *to)
{
    struct inode *gone = NULL;
    if (strnlen(from, FS_NAME_MAX + 1) > FS_NAME_MAX)
        return -ENAMETOOLONG;
    int err = enter_root(to);
    if (err)
        return err;
    err = fs_name_valid(to) ? rename_in(fs.root, from, to, &gone) : -EINVAL;
    leave_root();
    inode_close(gone);
    return err;
}

/* With the directory's lock held.  The new inode is on the disk before its name is, and that before
 * the old inode can go. */
static int renew_in(struct inode *dir, const char *name, struct inode **gone)
{
    uint32_t inumber, other;
    int err = dir_lookup(dir, name, &other);
    err = err ? err : alloc_inode(FS_FILE, 0, &inumber);
    if (err)
        return err;
    err = fs_sync_meta();
    err = err ? err : take_name(dir, name, other, inumber, gone);
    if (err)
        alloc_free_inode(inumber);
    return err ? err : inode_sync(dir);
}

int filesys_try_renew(const char *name)
{
    struct inode *gone = NULL;
    int err = enter_root(name);
    if (err)
        return err;
    err = renew_in(fs.root, name, &gone);
    leave_root();
    inode_close(gone);
    return err;
}

bool filesys_create(const char *name, off_t initial_size)
{
    return filesys_try_create(name, initial_size) == 0;
}

struct file *filesys_open(const char *name)
{
    struct file *file;
    filesys_try_open(name, &file);
    return file;
}

bool filesys_remove(const char *name)
{
    return filesys_try_remove(name) == 0;
}
