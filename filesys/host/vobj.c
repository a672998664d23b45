/* SPDX-License-Identifier: MIT
 * A page cache for the host, with the contract of vm/vobj.h.
 *
 * Pages are found through one hash table.  With a limit (tests set it) the cache drops pages at any
 * time that one comes, after writing the dirty ones, so that what the kernel's evictor may do
 * happens here too.
 */
#include "vm/vobj.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xorshift.h>
#include "filesys/host/host.h"

#define BUCKETS 4096
#define MAX_PINS 4

struct page {
    struct page *chain;
    struct list_elem in_vobj, in_all;
    struct vobj *vobj;
    uint32_t index;
    block_sector_t sector;
    unsigned pins;
    bool dirty;
    _Alignas(16) uint8_t data[VOBJ_PAGE_SIZE];
};

unsigned host_vobj_limit, host_vobj_cached, host_vobj_pinned;
uint32_t host_vobj_seed = 1;
const void *host_vobj_bad_address;

static struct page *table[BUCKETS];
static struct list all = LIST_INITIALIZER(all);

static struct page **bucket_of(struct vobj *vobj, uint32_t index)
{
    return &table[((uintptr_t)vobj / 64 * 31 + index * 2654435761u) % BUCKETS];
}

static struct page *find(struct vobj *vobj, uint32_t index)
{
    struct page *p = *bucket_of(vobj, index);
    while (p && (p->vobj != vobj || p->index != index))
        p = p->chain;
    return p;
}

static int clean(struct page *p)
{
    if (!p->dirty)
        return 0;
    ASSERT(p->sector != VOBJ_HOLE);
    int err = host_block_transfer(p->vobj->dev, p->sector, p->data, true);
    p->dirty = err != 0;
    return err;
}

static void drop(struct page *p)
{
    struct page **link = bucket_of(p->vobj, p->index);
    ASSERT(p->pins == 0);
    while (*link != p)
        link = &(*link)->chain;
    *link = p->chain;
    list_remove(&p->in_vobj);
    list_remove(&p->in_all);
    host_vobj_cached--;
    free(p);
}

static void make_room(void)
{
    struct list_elem *e = list_begin(&all);
    while (host_vobj_limit && host_vobj_cached >= host_vobj_limit && e != list_end(&all)) {
        struct page *p = list_entry(e, struct page, in_all);
        e = list_next(e);
        if (!p->pins && xorshift32(&host_vobj_seed) % 4 && !clean(p))
            drop(p);
    }
}

/* Finds out where the page is, and reads it unless its content does not matter. */
static int fill(struct page *p, bool new)
{
    struct vobj *vobj = p->vobj;
    int err = vobj->ops->locate(vobj, p->index, false, &p->sector);
    if (!err && !new && p->sector != VOBJ_HOLE)
        err = host_block_transfer(vobj->dev, p->sector, p->data, false);
    return err;
}

static struct page *add(struct vobj *vobj, uint32_t index)
{
    make_room();
    struct page *p = calloc(1, sizeof *p), **bucket = bucket_of(vobj, index);
    ASSERT(p != NULL);
    p->vobj = vobj;
    p->index = index;
    p->chain = *bucket;
    *bucket = p;
    list_push_back(&vobj->pages, &p->in_vobj);
    list_push_back(&all, &p->in_all);
    host_vobj_cached++;
    return p;
}

static int get(struct vobj *vobj, uint32_t index, bool write, bool new, struct page **out)
{
    struct page *p = find(vobj, index);
    bool found = p != NULL;
    int err = 0;
    if (!found)
        p = add(vobj, index);
    p->pins++; /* `locate` brings in pages itself. */
    if (!found)
        err = fill(p, new);
    else if (new)
        memset(p->data, 0, sizeof p->data);
    if (!err && write && p->sector == VOBJ_HOLE) {
        err = vobj->ops->locate(vobj, index, true, &p->sector);
        p->dirty |= !err; /* What the place holds is not what the page holds. */
    }
    p->pins--;
    if (err && !found)
        drop(p);
    *out = p;
    return err;
}

void vobj_init(struct vobj *vobj, const struct vobj_ops *ops, struct block *dev)
{
    memset(vobj, 0, sizeof *vobj);
    vobj->ops = ops;
    vobj->dev = dev;
    list_init(&vobj->pages);
}

int vobj_pin(struct vobj *vobj, uint32_t index, enum vobj_pin_mode mode, void **data)
{
    struct page *p;
    ASSERT(host_vobj_pinned < MAX_PINS);
    int err = get(vobj, index, mode != VOBJ_READ, mode == VOBJ_NEW, &p);
    if (err)
        return err;
    p->pins++;
    host_vobj_pinned++;
    *data = p->data;
    return 0;
}

void vobj_unpin(struct vobj *vobj, void *data, bool dirtied)
{
    struct page *p = list_entry(data, struct page, data);
    ASSERT(p->vobj == vobj && p->pins > 0);
    ASSERT(!dirtied || p->sector != VOBJ_HOLE);
    p->dirty |= dirtied;
    p->pins--;
    host_vobj_pinned--;
}

/* How many of N bytes at MEMORY can be touched. */
static size_t touchable(const void *memory, size_t n)
{
    uintptr_t start = (uintptr_t)memory, bad = (uintptr_t)host_vobj_bad_address;
    return !bad || start + n <= bad ? n : start >= bad ? 0 : bad - start;
}

static int copy_in_page(struct vobj *vobj, uint64_t offset, void *memory, size_t n, bool write)
{
    struct page *p;
    int err = get(vobj, offset / VOBJ_PAGE_SIZE, write, false, &p);
    if (err)
        return err;
    size_t can = touchable(memory, n);
    uint8_t *bytes = p->data + offset % VOBJ_PAGE_SIZE;
    memcpy(write ? bytes : memory, write ? memory : bytes, can);
    p->dirty |= write;
    return can == n ? 0 : -EFAULT;
}

static int copy(struct vobj *vobj, uint64_t offset, void *memory, size_t n, bool write)
{
    int err = 0;
    while (n > 0 && !err) {
        size_t chunk = VOBJ_PAGE_SIZE - offset % VOBJ_PAGE_SIZE;
        chunk = chunk < n ? chunk : n;
        err = copy_in_page(vobj, offset, memory, chunk, write);
        offset += chunk;
        memory = (char *)memory + chunk;
        n -= chunk;
    }
    return err;
}

int vobj_read(struct vobj *vobj, uint64_t offset, void *dst, size_t n)
{
    return copy(vobj, offset, dst, n, false);
}

int vobj_write(struct vobj *vobj, uint64_t offset, const void *src, size_t n)
{
    return copy(vobj, offset, (void *)src, n, true);
}

int vobj_sync(struct vobj *vobj)
{
    int first = 0;
    LIST_FOREACH (e, &vobj->pages) {
        int err = clean(list_entry(e, struct page, in_vobj));
        first = first ? first : err;
    }
    return first;
}

void vobj_discard(struct vobj *vobj, uint32_t first)
{
    for (struct list_elem *e = list_begin(&vobj->pages); e != list_end(&vobj->pages);) {
        struct page *p = list_entry(e, struct page, in_vobj);
        e = list_next(e);
        if (p->index >= first)
            drop(p);
    }
}

void vobj_set_end(struct vobj *vobj, uint32_t end)
{
    vobj->end = end;
}

bool vobj_deny_write(struct vobj *vobj)
{
    return vobj->denied++, true;
}

void vobj_allow_write(struct vobj *vobj)
{
    vobj->denied--;
}

bool vobj_add_writer(struct vobj *vobj)
{
    vobj->writers += vobj->denied == 0;
    return vobj->denied == 0;
}

void vobj_change_writers(struct vobj *vobj, int change)
{
    vobj->writers += change;
}

bool vobj_write_denied(const struct vobj *vobj)
{
    return vobj->denied > 0;
}

void host_vobj_crash(void)
{
    while (!list_empty(&all)) {
        struct page *p = list_entry(list_front(&all), struct page, in_all);
        p->pins = 0;
        drop(p);
    }
    host_vobj_pinned = 0;
}
