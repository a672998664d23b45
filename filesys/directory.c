/* SPDX-License-Identifier: MIT
 * Directories: arrays of entries, searched from the front.
 *
 * A directory grows a block at a time; removed entries are used again.  Its content is read through
 * pinned pages of its inode's vobj.  An entry that cannot be (its number, its name) is reported and
 * passed over, so that the sound ones can still be used.
 */
#include "filesys/directory.h"
#include <errno.h>
#include <string.h>
#include "filesys/dir-entries.h"
#include "filesys/fs.h"
#include "filesys/inode.h"
#include "threads/malloc.h"

struct dir {
    struct inode *inode;
    uint32_t next; /* Index of the next entry to read. */
};

/* A walk over all entries: the page with `entry` is pinned while a step's result is positive. */
struct walk {
    struct inode *dir;
    uint32_t index, count;
    void *page;
    struct fs_dirent *entry;
};

static void walk_start(struct walk *w, struct inode *dir, uint32_t first)
{
    ASSERT(lock_held_by_current_thread(&dir->dir_lock));
    uint32_t count = inode_length(dir) / sizeof(struct fs_dirent);
    *w = (struct walk){.dir = dir, .index = first - 1, .count = count};
}

static void walk_end(struct walk *w, bool dirtied)
{
    if (w->page)
        vobj_unpin(&w->dir->data, w->page, dirtied);
    w->page = NULL;
}

/* Moves to the next entry, free or not.  1: `entry` is it; 0: the end; else an error. */
static int walk_step(struct walk *w)
{
    if (++w->index >= w->count) {
        walk_end(w, false);
        return 0;
    }
    uint32_t in_page = w->index % FS_DIRENTS_PER_BLOCK;
    if (!w->page || in_page == 0) {
        walk_end(w, false);
        int err = vobj_pin(&w->dir->data, w->index / FS_DIRENTS_PER_BLOCK, VOBJ_READ, &w->page);
        if (err) {
            w->page = NULL;
            return err;
        }
    }
    w->entry = (struct fs_dirent *)w->page + in_page;
    return 1;
}

/* Can the entry be?  Says what is wrong if not. */
static bool is_sound(const struct walk *w)
{
    const char *problem = fs_dirent_problem(&fs.super, w->entry);
    if (problem)
        fs_report("entry %u of the directory, inode %u, %s", w->index, w->entry->inumber, problem);
    return !problem;
}

/* Moves to the next entry that is in use and sound. */
static int walk_step_used(struct walk *w)
{
    int more;
    while ((more = walk_step(w)) > 0)
        if (w->entry->inumber != 0 && is_sound(w))
            return 1;
    return more;
}

/* Do A and B have the same name?  (All 14 bytes of it: the rest of a short one is zeros.) */
static inline bool same_name(const struct fs_dirent *a, const struct fs_dirent *b)
{
    const uint32_t *x = (const uint32_t *)a, *y = (const uint32_t *)b;
    return x[3] == y[3] && x[2] == y[2] && x[1] == y[1] && (x[0] ^ y[0]) >> 16 == 0;
}

/* Moves to the first entry from the next one on that has WANTED's name; they all lie in the pinned
 * page. */
static bool find_in_page(struct walk *w, const struct fs_dirent *wanted)
{
    uint32_t in_page = w->index % FS_DIRENTS_PER_BLOCK, left = FS_DIRENTS_PER_BLOCK - in_page;
    left = left < w->count - w->index ? left : w->count - w->index;
    for (const struct fs_dirent *e = w->entry; left > 0; e++, left--) {
        if (same_name(e, wanted) && e->inumber) {
            w->index += e - w->entry;
            w->entry += e - w->entry;
            return true;
        }
    }
    w->index += FS_DIRENTS_PER_BLOCK - in_page - 1; /* The next step changes pages. */
    return false;
}

/* Walks to NAME: checks no entry, which takes long, before one has the name. */
static int walk_to_name(struct walk *w, struct inode *dir, const char *name)
{
    struct fs_dirent wanted = {.inumber = 0};
    int more;
    memcpy(wanted.name, name, strnlen(name, FS_NAME_MAX));
    walk_start(w, dir, 0);
    while ((more = walk_step(w)) > 0)
        if (find_in_page(w, &wanted) && is_sound(w))
            return 0;
    return more < 0 ? more : -ENOENT;
}

int dir_lookup(struct inode *dir, const char *name, uint32_t *inumber)
{
    struct walk w;
    if (!fs_name_valid(name))
        return -ENOENT;
    int err = walk_to_name(&w, dir, name);
    if (err)
        return err;
    *inumber = w.entry->inumber;
    walk_end(&w, false);
    return 0;
}

/* The index of a free entry, which may be the first past the end. */
static int find_free(struct inode *dir, uint32_t *index)
{
    struct walk w;
    int more;
    walk_start(&w, dir, 0);
    while ((more = walk_step(&w)) > 0 && w.entry->inumber != 0)
        continue;
    walk_end(&w, false);
    *index = w.index;
    return more < 0 ? more : 0;
}

/* Writes an entry, in a new block if need be. */
static int write_entry(struct inode *dir, uint32_t index, const struct fs_dirent *entry)
{
    void *page;
    uint32_t block = index / FS_DIRENTS_PER_BLOCK, end = (block + 1) * FS_BLOCK_SIZE;
    bool grows = end > (uint32_t)inode_length(dir);
    int err = vobj_pin(&dir->data, block, grows ? VOBJ_NEW : VOBJ_WRITE, &page);
    if (err)
        return err;
    ((struct fs_dirent *)page)[index % FS_DIRENTS_PER_BLOCK] = *entry;
    vobj_unpin(&dir->data, page, true);
    if (grows) {
        lock_acquire(&dir->lock);
        dir->disk.length = end;
        dir->dirty = true;
        lock_release(&dir->lock);
    }
    return 0;
}

int dir_add(struct inode *dir, const char *name, uint32_t inumber)
{
    struct fs_dirent entry = {.inumber = inumber};
    uint32_t index;
    ASSERT(fs_name_valid(name));
    memcpy(entry.name, name, strnlen(name, FS_NAME_MAX));
    int err = find_free(dir, &index);
    return err ? err : write_entry(dir, index, &entry);
}

int dir_change(struct inode *dir, const char *name, uint32_t inumber)
{
    struct fs_dirent entry = {.inumber = 0};
    struct walk w;
    if (!fs_name_valid(name))
        return -ENOENT;
    int err = walk_to_name(&w, dir, name);
    if (err)
        return err;
    if (inumber != 0)
        entry = *w.entry;
    entry.inumber = inumber;
    walk_end(&w, false);
    return write_entry(dir, w.index, &entry);
}

struct dir *dir_open_root(void)
{
    struct dir *dir = fs.mounted ? calloc(1, sizeof *dir) : NULL;
    if (dir && inode_open(FS_ROOT_INUMBER, &dir->inode)) {
        free(dir);
        dir = NULL;
    }
    return dir;
}

void dir_close(struct dir *dir)
{
    if (!dir)
        return;
    inode_close(dir->inode);
    free(dir);
}

struct inode *dir_get_inode(struct dir *dir)
{
    return dir->inode;
}

bool dir_readdir(struct dir *dir, char name[NAME_MAX + 1])
{
    struct walk w;
    lock_acquire(&dir->inode->dir_lock);
    walk_start(&w, dir->inode, dir->next);
    bool found = walk_step_used(&w) > 0;
    if (found) {
        size_t n = fs_dirent_name_length(w.entry);
        memcpy(name, w.entry->name, n);
        name[n] = '\0';
        walk_end(&w, false);
    }
    dir->next = w.index + found;
    lock_release(&dir->inode->dir_lock);
    return found;
}
