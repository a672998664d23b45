/* SPDX-License-Identifier: MIT
 * Free blocks and free inodes: the bitmap and the inode table.
 *
 * A file's blocks are taken one after the other where possible (the goal is the block after its
 * last one), so that reading ahead and writing behind can join them.  Neither counts nor copies are
 * kept in memory beyond two places to start a search from: the pages of bitmap and table are the
 * state.
 */
#include "filesys/fs.h"
#include <errno.h>
#include "threads/kstat.h"

KSTAT_DEFINE(taken, "fs", "blocks_taken", "blocks", "blocks given to files and their maps");
KSTAT_DEFINE(given_back, "fs", "blocks_freed", "blocks", "blocks of removed files given back");

#define WORD_BITS 32u

static inline uint32_t bitmap_page(uint32_t block)
{
    return fs.super.bitmap_start + block / FS_BLOCK_BITS;
}

/* The first 0 bit of WORDS in [FROM, TO), or TO. */
static uint32_t first_clear(const uint32_t *words, uint32_t from, uint32_t to)
{
    while (from < to) {
        uint32_t free = ~words[from / WORD_BITS] >> (from % WORD_BITS);
        if (free) {
            from += (uint32_t)__builtin_ctz(free);
            return from < to ? from : to;
        }
        from += WORD_BITS - from % WORD_BITS;
    }
    return to;
}

/* Takes a free block in [FROM, TO), which lies within one page of the bitmap. */
static int take_within_page(uint32_t from, uint32_t to, uint32_t *block)
{
    void *page;
    int err = vobj_pin(&fs.bitmap, bitmap_page(from), VOBJ_WRITE, &page);
    if (err)
        return err;
    uint32_t base = from - from % FS_BLOCK_BITS, *words = page;
    uint32_t bit = first_clear(words, from - base, to - base);
    bool found = bit < to - base;
    if (found) {
        words[bit / WORD_BITS] |= 1u << (bit % WORD_BITS);
        *block = base + bit;
    }
    vobj_unpin(&fs.bitmap, page, found);
    return found ? 0 : -ENOSPC;
}

static int take_within(uint32_t from, uint32_t to, uint32_t *block)
{
    int err = -ENOSPC;
    while (from < to && err == -ENOSPC) {
        uint32_t page_end = from - from % FS_BLOCK_BITS + FS_BLOCK_BITS;
        uint32_t end = page_end < to ? page_end : to;
        err = take_within_page(from, end, block);
        from = end;
    }
    return err;
}

int alloc_block(uint32_t goal, uint32_t *block)
{
    lock_acquire(&fs.alloc_lock);
    if (!fs_block_valid(&fs.super, goal))
        goal = fs_block_valid(&fs.super, fs.next_block) ? fs.next_block : fs.super.data_start;
    int err = take_within(goal, fs.super.block_count, block);
    if (err == -ENOSPC)
        err = take_within(fs.super.data_start, goal, block);
    if (!err) {
        fs.next_block = *block + 1;
        kstat_inc(&taken);
    }
    lock_release(&fs.alloc_lock);
    return err;
}

int alloc_free_block(uint32_t block)
{
    void *page;
    ASSERT(fs_block_valid(&fs.super, block));
    lock_acquire(&fs.alloc_lock);
    int err = vobj_pin(&fs.bitmap, bitmap_page(block), VOBJ_WRITE, &page);
    if (!err) {
        uint32_t *word = (uint32_t *)page + block % FS_BLOCK_BITS / WORD_BITS;
        uint32_t mask = 1u << (block % WORD_BITS);
        if (!(*word & mask))
            err = fs_report("block %u is freed but the bitmap has it free already", block);
        *word &= ~mask;
        kstat_inc(&given_back);
        vobj_unpin(&fs.bitmap, page, true);
    }
    lock_release(&fs.alloc_lock);
    return err;
}

/* Pins the page of the inode table that has INUMBER, which then is at *INODE. */
static int pin_inode(uint32_t inumber, enum vobj_pin_mode mode, void **page,
                     struct fs_dinode **inode)
{
    uint32_t block = fs.super.inode_start + inumber / FS_INODES_PER_BLOCK;
    int err = vobj_pin(&fs.meta, block, mode, page);
    if (!err)
        *inode = (struct fs_dinode *)*page + inumber % FS_INODES_PER_BLOCK;
    return err;
}

int alloc_read_inode(uint32_t inumber, struct fs_dinode *inode)
{
    void *page;
    struct fs_dinode *on_disk;
    int err = pin_inode(inumber, VOBJ_READ, &page, &on_disk);
    if (err)
        return err;
    *inode = *on_disk;
    vobj_unpin(&fs.meta, page, false);
    return 0;
}

int alloc_write_inode(uint32_t inumber, const struct fs_dinode *inode)
{
    void *page;
    struct fs_dinode *on_disk;
    int err = pin_inode(inumber, VOBJ_WRITE, &page, &on_disk);
    if (err)
        return err;
    *on_disk = *inode;
    vobj_unpin(&fs.meta, page, true);
    return 0;
}

/* The first free inode from *INUMBER on, in the same page of the table, becomes TEMPLATE's copy. */
static int take_inode_in_page(struct fs_dinode *template, uint32_t *inumber)
{
    void *page;
    struct fs_dinode *inode;
    uint32_t i = *inumber, end = i - i % FS_INODES_PER_BLOCK + FS_INODES_PER_BLOCK;
    int err = pin_inode(i, VOBJ_WRITE, &page, &inode);
    if (err)
        return err;
    while (i < end && inode->type != FS_FREE)
        i++, inode++;
    if (i < end) {
        template->inumber = i;
        *inode = *template;
    }
    vobj_unpin(&fs.meta, page, i < end);
    *inumber = i;
    return i < end ? 0 : -ENOSPC;
}

int alloc_inode(enum fs_inode_type type, uint32_t length, uint32_t *inumber)
{
    struct fs_dinode template = {.magic = FS_INODE_MAGIC, .type = type, .length = length};
    int err = -ENOSPC;
    lock_acquire(&fs.alloc_lock);
    uint32_t i = fs.next_inumber;
    while (i < fs.super.inode_count && err == -ENOSPC)
        err = take_inode_in_page(&template, &i);
    if (!err)
        *inumber = i;
    if (!err || err == -ENOSPC)
        fs.next_inumber = i;
    lock_release(&fs.alloc_lock);
    return err;
}

int alloc_free_inode(uint32_t inumber)
{
    static const struct fs_dinode none;
    lock_acquire(&fs.alloc_lock);
    int err = alloc_write_inode(inumber, &none);
    if (!err && inumber < fs.next_inumber)
        fs.next_inumber = inumber;
    lock_release(&fs.alloc_lock);
    return err;
}
