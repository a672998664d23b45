/* SPDX-License-Identifier: MIT
 * The block map: 24 direct blocks, one indirect, one double indirect.
 *
 * A page index becomes a path of one to three slots: the first in the inode, the others in indirect
 * blocks.  Reading and allocating walk the same path.
 */
#include "filesys/fs.h"
#include <errno.h>

struct path {
    unsigned depth;
    uint32_t slot[3];
};

static bool find_path(uint32_t index, struct path *path)
{
    if (index < FS_MAP_DIRECT) {
        *path = (struct path){1, {index}};
        return true;
    }
    index -= FS_MAP_DIRECT;
    if (index < FS_BLOCK_PTRS) {
        *path = (struct path){2, {FS_MAP_INDIRECT, index}};
        return true;
    }
    index -= FS_BLOCK_PTRS;
    *path = (struct path){3, {FS_MAP_DOUBLE, index / FS_BLOCK_PTRS, index % FS_BLOCK_PTRS}};
    return index < FS_BLOCK_PTRS * FS_BLOCK_PTRS;
}

/* Checks a pointer that was read from the disk. */
static int check_pointer(const struct inode *inode, uint32_t block)
{
    if (block == 0 || fs_block_valid(&fs.super, block))
        return 0;
    return fs_report("inode %u points to block %u, which is not in %u...%u", inode->inumber, block,
                     fs.super.data_start, fs.super.block_count - 1);
}

/* Takes a block for INODE; one that will hold pointers (TABLE) is zeroed. */
static int take_block(struct inode *inode, bool table, uint32_t *block)
{
    void *page;
    int err = alloc_block(inode->next_block, block);
    if (err)
        return err;
    inode->next_block = *block + 1;
    if (!table)
        return 0;
    err = vobj_pin(&inode->map, *block, VOBJ_NEW, &page);
    if (err)
        alloc_free_block(*block);
    else
        vobj_unpin(&inode->map, page, true);
    return err;
}

/* Follows *POINTER, a slot of the map: *BLOCK gets the block.  *CHANGED: a hole was filled. */
static int step(struct inode *inode, uint32_t *pointer, bool allocate, bool table, uint32_t *block,
                bool *changed)
{
    *changed = false;
    *block = *pointer;
    if (*pointer || !allocate)
        return check_pointer(inode, *pointer);
    int err = take_block(inode, table, block);
    if (err)
        return err;
    *pointer = *block;
    *changed = true;
    return 0;
}

static int step_in_inode(struct inode *inode, uint32_t slot, bool allocate, bool table,
                         uint32_t *block)
{
    bool changed;
    int err = step(inode, &inode->disk.map[slot], allocate, table, block, &changed);
    inode->dirty |= changed;
    return err;
}

static int step_in_block(struct inode *inode, uint32_t slot, bool allocate, bool table,
                         uint32_t *block)
{
    bool changed = false;
    void *page;
    int err = vobj_pin(&inode->map, *block, allocate ? VOBJ_WRITE : VOBJ_READ, &page);
    if (err)
        return err;
    err = step(inode, (uint32_t *)page + slot, allocate, table, block, &changed);
    vobj_unpin(&inode->map, page, changed);
    return err;
}

static int walk(struct inode *inode, uint32_t index, bool allocate, uint32_t *block)
{
    struct path path;
    ASSERT(lock_held_by_current_thread(&inode->lock));
    if (!find_path(index, &path))
        return -EFBIG;
    int err = step_in_inode(inode, path.slot[0], allocate, path.depth > 1, block);
    for (unsigned i = 1; i < path.depth && !err && *block; i++)
        err = step_in_block(inode, path.slot[i], allocate, i + 1 < path.depth, block);
    return err;
}

int map_lookup(struct inode *inode, uint32_t index, uint32_t *block)
{
    return walk(inode, index, false, block);
}

int map_allocate(struct inode *inode, uint32_t index, uint32_t *block)
{
    return walk(inode, index, true, block);
}

/* Frees BLOCK and, if LEVEL > 0, all that the pointers in it lead to.  (At most 3 levels deep.) */
static int free_tree(struct inode *inode, uint32_t block, unsigned level)
{
    void *page;
    int err = check_pointer(inode, block);
    if (err || !block)
        return err;
    if (level > 0) {
        err = vobj_pin(&inode->map, block, VOBJ_READ, &page);
        if (err)
            return err;
        for (unsigned i = 0; i < FS_BLOCK_PTRS && !err; i++)
            err = free_tree(inode, ((uint32_t *)page)[i], level - 1);
        vobj_unpin(&inode->map, page, false);
    }
    return err ? err : alloc_free_block(block);
}

int map_free_all(struct inode *inode, const uint32_t map[FS_MAP_SLOTS])
{
    ASSERT(lock_held_by_current_thread(&inode->lock));
    /* A free block can be another file's at once: from here on, no write of ours may come. */
    int err = vobj_sync(&inode->map);
    for (unsigned i = 0; i < FS_MAP_SLOTS && !err; i++) {
        unsigned level = i == FS_MAP_DOUBLE ? 2 : i == FS_MAP_INDIRECT ? 1 : 0;
        err = free_tree(inode, map[i], level);
    }
    return err;
}
