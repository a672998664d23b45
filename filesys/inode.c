/* SPDX-License-Identifier: MIT
 * In-memory inodes.
 *
 * There is at most one per inode number.  It comes LOADING (found by others, who wait), is LIVE,
 * and goes as LEAVING (others wait and look again, since what they find then is not it):
 *
 *     open, or mapped          LIVE, in its bucket
 *     closed, not removed      LIVE, in its bucket and on the list of closed ones, with its pages
 *     one too many there       LEAVING: the longest closed is written back, forgotten, freed
 *     closed, removed          LEAVING: its blocks and its number are freed, then it
 *
 * Loading and leaving are I/O, done without the icache lock: the states keep others away.
 */
#include "filesys/inode.h"
#include <errno.h>
#include <string.h>
#include "devices/block.h"
#include "filesys/fs.h"
#include "threads/kstat.h"
#include "threads/malloc.h"

KSTAT_DEFINE(hits, "fs", "inode_hits", "inodes", "opens of an inode that was in memory");
KSTAT_DEFINE(loads, "fs", "inode_loads", "inodes", "opens of an inode that had to be read");

#define BUCKETS 32
#define CLOSED_MAX 32

static struct {
    struct lock lock;
    struct condition changed; /* An inode ceased to be LOADING or LEAVING. */
    struct list buckets[BUCKETS];
    struct list closed; /* Longest closed first. */
    unsigned count, closed_count;
    unsigned round; /* Of inode_sync_all(). */
} icache;

/* ---- What vm/ calls ---- */

static int data_locate(struct vobj *vobj, uint32_t index, bool allocate, block_sector_t *sector)
{
    struct inode *inode = list_entry(vobj, struct inode, data);
    uint32_t block = 0;
    lock_acquire(&inode->lock);
    int err = (allocate ? map_allocate : map_lookup)(inode, index, &block);
    lock_release(&inode->lock);
    if (err)
        return err;
    *sector = block ? block * FS_BLOCK_SECTORS : VOBJ_HOLE;
    return 0;
}

static void data_ref(struct vobj *vobj)
{
    inode_reopen(list_entry(vobj, struct inode, data));
}

static void data_unref(struct vobj *vobj)
{
    inode_close(list_entry(vobj, struct inode, data));
}

static int map_locate(struct vobj *vobj UNUSED, uint32_t index, bool allocate UNUSED,
                      block_sector_t *sector)
{
    *sector = index * FS_BLOCK_SECTORS;
    return 0;
}

static void map_ref(struct vobj *vobj UNUSED)
{
}

static const struct vobj_ops data_ops = {
    .locate = data_locate, .ref = data_ref, .unref = data_unref, .read_ahead = 32};
static const struct vobj_ops map_ops = {.locate = map_locate, .ref = map_ref, .unref = map_ref};

/* ---- Finding ---- */

void inode_init(void)
{
    lock_init(&icache.lock);
    cond_init(&icache.changed);
    for (int i = 0; i < BUCKETS; i++)
        list_init(&icache.buckets[i]);
    list_init(&icache.closed);
    icache.count = icache.closed_count = 0;
}

static struct list *bucket_of(uint32_t inumber)
{
    return &icache.buckets[inumber % BUCKETS];
}

static struct inode *find(uint32_t inumber)
{
    LIST_FOREACH (e, bucket_of(inumber)) {
        struct inode *inode = list_entry(e, struct inode, bucket_elem);
        if (inode->inumber == inumber)
            return inode;
    }
    return NULL;
}

/* The inode as it is once nobody loads or unloads it, or NULL if it is not in memory then. */
static struct inode *find_settled(uint32_t inumber)
{
    struct inode *inode;
    ASSERT(lock_held_by_current_thread(&icache.lock));
    while ((inode = find(inumber)) != NULL && inode->state != INODE_LIVE)
        cond_wait(&icache.changed, &icache.lock);
    return inode;
}

static void add_opener(struct inode *inode)
{
    if (inode->open_count++ == 0) {
        list_remove(&inode->closed_elem);
        icache.closed_count--;
    }
}

/* Lets those who wait look again; an inode that is not to stay has to be out of its bucket. */
static void settle(struct inode *inode, bool stays)
{
    lock_acquire(&icache.lock);
    inode->state = INODE_LIVE;
    if (!stays) {
        list_remove(&inode->bucket_elem);
        icache.count--;
    }
    cond_broadcast(&icache.changed, &icache.lock);
    lock_release(&icache.lock);
    if (!stays)
        free(inode);
}

/* ---- Loading ---- */

static struct inode *create(uint32_t inumber)
{
    struct inode *inode = calloc(1, sizeof *inode);
    if (!inode)
        return NULL;
    inode->inumber = inumber;
    inode->state = INODE_LOADING;
    inode->open_count = 1;
    lock_init(&inode->lock);
    lock_init(&inode->extend_lock);
    lock_init(&inode->dir_lock);
    vobj_init(&inode->data, &data_ops, fs.dev);
    vobj_init(&inode->map, &map_ops, fs.dev);
    return inode;
}

static int load(struct inode *inode)
{
    uint32_t value;
    int err = alloc_read_inode(inode->inumber, &inode->disk);
    if (err)
        return err;
    const char *problem = fs_inode_problem(&fs.super, &inode->disk, inode->inumber, &value);
    if (problem)
        return fs_report("inode %u %s (%u)", inode->inumber, problem, value);
    inode->type = inode->disk.type;
    inode->data.end = inode->disk.length;
    inode->stored = true;
    return 0;
}

/* Opens the inode if it is in memory, else puts NEW in its place, if not NULL.  *OUT gets which, or
 * NULL. */
static int enter(uint32_t inumber, struct inode *new, struct inode **out)
{
    int err = 0;
    lock_acquire(&icache.lock);
    struct inode *inode = find_settled(inumber);
    if (inode && inode->removed) {
        err = -ENOENT;
    } else if (inode) {
        add_opener(inode);
        kstat_inc(&hits);
    } else if (new) {
        list_push_front(bucket_of(inumber), &new->bucket_elem);
        icache.count++;
        inode = new;
    }
    lock_release(&icache.lock);
    *out = err ? NULL : inode;
    return err;
}

static int enter_and_load(uint32_t inumber, struct inode **out)
{
    struct inode *new = create(inumber);
    if (!new)
        return -ENOMEM;
    int err = enter(inumber, new, out);
    if (*out != new) {
        free(new);
        return err;
    }
    kstat_inc(&loads);
    err = load(new);
    settle(new, !err);
    *out = err ? NULL : new;
    return err;
}

int inode_open(uint32_t inumber, struct inode **out)
{
    ASSERT(inumber > 0 && inumber < fs.super.inode_count);
    int err = enter(inumber, NULL, out);
    if (!err && !*out)
        err = enter_and_load(inumber, out);
    return err;
}

struct inode *inode_reopen(struct inode *inode)
{
    lock_acquire(&icache.lock);
    ASSERT(inode->open_count > 0);
    inode->open_count++;
    lock_release(&icache.lock);
    return inode;
}

/* ---- Writing back and leaving ---- */

static int flush(struct inode *inode)
{
    lock_acquire(&inode->lock);
    int err = inode->dirty ? alloc_write_inode(inode->inumber, &inode->disk) : 0;
    inode->stored |= inode->dirty;
    inode->dirty &= err != 0;
    lock_release(&inode->lock);
    return err;
}

static int write_back(struct inode *inode)
{
    int err_bitmap = vobj_sync(&fs.bitmap);
    int err_data = vobj_sync(&inode->data);
    int err_map = vobj_sync(&inode->map);
    int err_flush = inode->dirty ? block_flush(fs.dev) : 0;
    int err_inode = flush(inode);
    int first = err_bitmap ? err_bitmap : err_data ? err_data : err_map ? err_map : err_flush;
    return first ? first : err_inode;
}

int inode_sync(struct inode *inode)
{
    int err = write_back(inode);
    int err_meta = fs_sync_meta();
    return err ? err : err_meta;
}

/* Leaves INODE empty, also on the disk. */
static int empty_on_disk(struct inode *inode)
{
    memset(inode->disk.map, 0, sizeof inode->disk.map);
    inode->disk.length = 0;
    inode->dirty = true;
    int err = inode->stored ? alloc_write_inode(inode->inumber, &inode->disk) : 0;
    return err || !inode->stored ? err : fs_sync_meta();
}

/* Gives back all of INODE's blocks, and leaves it empty: on the disk before any of the blocks can
 * be another's.  Where that fails they stay taken, until fsck. */
static int free_content(struct inode *inode)
{
    uint32_t map[FS_MAP_SLOTS];
    vobj_discard(&inode->data, 0);
    lock_acquire(&inode->lock);
    memcpy(map, inode->disk.map, sizeof map);
    int err = empty_on_disk(inode);
    err = err ? err : map_free_all(inode, map);
    lock_release(&inode->lock);
    vobj_discard(&inode->map, 0);
    vobj_set_end(&inode->data, 0);
    return err;
}

/* Whoever else opens it meanwhile waits, as for one that is being loaded. */
int inode_empty(struct inode *inode)
{
    lock_acquire(&icache.lock);
    bool alone = inode->open_count == 1;
    if (alone)
        inode->state = INODE_LOADING;
    lock_release(&icache.lock);
    if (!alone)
        return -EBUSY;
    int err = free_content(inode);
    settle(inode, true);
    return err;
}

/* Frees what a removed inode has on the disk. */
static void erase(struct inode *inode)
{
    int err = free_content(inode);
    if (!err)
        err = alloc_free_inode(inode->inumber);
    if (err)
        fs_report("removed inode %u could not be freed (error %d)", inode->inumber, -err);
}

static void forget(struct inode *inode)
{
    int err = write_back(inode);
    if (err)
        fs_report("inode %u could not be written back (error %d)", inode->inumber, -err);
    vobj_discard(&inode->data, 0);
    vobj_discard(&inode->map, 0);
}

/* Takes the longest closed inode from the list if there are more than MAX. */
static struct inode *take_excess(unsigned max)
{
    struct inode *inode = NULL;
    lock_acquire(&icache.lock);
    if (icache.closed_count > max) {
        inode = list_entry(list_pop_front(&icache.closed), struct inode, closed_elem);
        icache.closed_count--;
        inode->state = INODE_LEAVING;
    }
    lock_release(&icache.lock);
    return inode;
}

static void shrink(unsigned max)
{
    struct inode *inode;
    while ((inode = take_excess(max)) != NULL) {
        forget(inode);
        settle(inode, false);
    }
}

void inode_close(struct inode *inode)
{
    if (!inode)
        return;
    lock_acquire(&icache.lock);
    ASSERT(inode->open_count > 0 && inode->state == INODE_LIVE);
    bool last = --inode->open_count == 0, goes = last && inode->removed;
    if (goes) {
        inode->state = INODE_LEAVING;
    } else if (last) {
        list_push_back(&icache.closed, &inode->closed_elem);
        icache.closed_count++;
    }
    bool crowded = icache.closed_count > CLOSED_MAX;
    lock_release(&icache.lock);
    if (goes) {
        erase(inode);
        settle(inode, false);
    } else if (crowded) {
        shrink(CLOSED_MAX);
    }
}

void inode_remove(struct inode *inode)
{
    lock_acquire(&icache.lock);
    inode->removed = true;
    lock_release(&icache.lock);
}

/* An inode that this round has not visited, or NULL.  *BUSY: some came or went and were not looked
 * at. */
static struct inode *find_unvisited(bool *busy)
{
    *busy = false;
    for (int i = 0; i < BUCKETS; i++) {
        LIST_FOREACH (e, &icache.buckets[i]) {
            struct inode *inode = list_entry(e, struct inode, bucket_elem);
            if (inode->state != INODE_LIVE)
                *busy = true;
            else if (inode->visited != icache.round)
                return inode;
        }
    }
    return NULL;
}

/* Opens one that this round has not visited. */
static struct inode *next_to_visit(void)
{
    struct inode *inode;
    bool busy;
    lock_acquire(&icache.lock);
    while ((inode = find_unvisited(&busy)) == NULL && busy)
        cond_wait(&icache.changed, &icache.lock);
    if (inode) {
        inode->visited = icache.round;
        add_opener(inode);
    }
    lock_release(&icache.lock);
    return inode;
}

int inode_sync_all(void)
{
    struct inode *inode;
    int first = 0;
    icache.round++;
    while ((inode = next_to_visit()) != NULL) {
        int err = write_back(inode);
        first = first ? first : err;
        inode_close(inode);
    }
    return first;
}

void inode_forget_all(void)
{
    shrink(0);
}

unsigned inode_cached(void)
{
    return icache.count;
}
