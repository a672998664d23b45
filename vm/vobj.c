/* SPDX-License-Identifier: MIT
 * The page cache: the resident pages of files, found by (vobj, index).
 *
 * `read`, `write` and a file system's metadata come here; mapped files come by fault.c to the same
 * pages.  A page is looked up and pinned under vm_lock, copied from or to without any lock (the
 * other side may be user memory, and fault), and unpinned.
 */
#include "vm/vobj.h"
#include <debug.h>
#include <errno.h>
#include <string.h>
#include "threads/fixup.h"
#include "threads/interrupt.h"
#include "threads/kstat.h"
#include "threads/malloc.h"
#include "threads/palloc.h"
#include "vm/page.h"

KSTAT_DEFINE(cache_hits, "cache", "hits", "pages", "page-cache look-ups that found the page there");
KSTAT_DEFINE(cache_misses, "cache", "misses", "pages", "page-cache look-ups that did not");
KSTAT_DEFINE(sync_writes, "cache", "sync_writes", "pages", "dirty pages written by a sync");

static struct file_page **buckets; /* vm_lock: hash by vobj and index. */
static size_t bucket_mask;
static struct condition synced; /* With vm_lock: a sync has ended. */

void cache_init(void)
{
    size_t n = 64;
    while (n < palloc_frames_total() / 4 && n < PGSIZE / sizeof *buckets)
        n *= 2;
    buckets = palloc_get_multiple(PAL_ASSERT | PAL_ZERO, (n * sizeof *buckets + PGMASK) / PGSIZE);
    bucket_mask = n - 1;
    cond_init(&synced);
}

void vobj_init(struct vobj *vobj, const struct vobj_ops *ops, struct block *dev)
{
    *vobj = (struct vobj){.ops = ops, .dev = dev, .ahead_from = UINT32_MAX};
    list_init(&vobj->pages);
}

/* ---- The end -------------------------------------------------------------------------------- */

void vobj_set_end(struct vobj *vobj, uint32_t end)
{
    lock_acquire(&vm_lock);
    vobj->end = end;
    lock_release(&vm_lock);
}

void cache_cut_tail(struct file_page *fp)
{
    uint32_t end = fp->vobj->end, kept = end % PGSIZE;
    ASSERT(lock_held_by_current_thread(&vm_lock));
    if (kept != 0 && fp->index == end / PGSIZE)
        memset((char *)frame_kva(fp->page.frame) + kept, 0, PGSIZE - kept);
}

/* ---- Who may write it ----------------------------------------------------------------------- */

bool vobj_deny_write(struct vobj *vobj)
{
    enum intr_level old = intr_disable();
    vobj->denied++;
    bool none = vobj->writers == 0;
    intr_set_level(old);
    return none;
}

void vobj_allow_write(struct vobj *vobj)
{
    enum intr_level old = intr_disable();
    ASSERT(vobj->denied > 0);
    vobj->denied--;
    intr_set_level(old);
}

bool vobj_write_denied(const struct vobj *vobj)
{
    return *(volatile const unsigned *)&vobj->denied > 0;
}

bool vobj_add_writer(struct vobj *vobj)
{
    enum intr_level old = intr_disable();
    bool may = vobj->denied == 0;
    vobj->writers += may;
    intr_set_level(old);
    return may;
}

void vobj_change_writers(struct vobj *vobj, int change)
{
    enum intr_level old = intr_disable();
    vobj->writers += change;
    intr_set_level(old);
}

/* ---- The index: all under vm_lock ---------------------------------------------------------- */

static struct file_page **bucket(const struct vobj *vobj, uint32_t index)
{
    return &buckets[((uintptr_t)vobj / 32 + index) & bucket_mask];
}

struct file_page *cache_find(const struct vobj *vobj, uint32_t index)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    struct file_page *fp = *bucket(vobj, index);
    while (fp != NULL && (fp->vobj != vobj || fp->index != index))
        fp = fp->hash_next;
    return fp;
}

struct file_page *cache_get(struct vobj *vobj, uint32_t index)
{
    struct file_page *fp = cache_find(vobj, index);
    if (fp != NULL)
        return fp;
    fp = malloc_atomic(sizeof *fp);
    if (fp == NULL)
        return NULL;
    *fp = (struct file_page){
        .page = {.kind = MPAGE_FILE, .state = MPAGE_ABSENT, .place = VOBJ_HOLE},
        .vobj = vobj,
        .index = index,
    };
    struct file_page **b = bucket(vobj, index);
    fp->hash_next = *b;
    *b = fp;
    list_push_back(&vobj->pages, &fp->elem);
    return fp;
}

void cache_remove(struct file_page *fp)
{
    struct file_page **link = bucket(fp->vobj, fp->index);
    while (*link != fp)
        link = &(*link)->hash_next;
    *link = fp->hash_next;
    list_remove(&fp->elem);
    fp->vobj = NULL;
}

/* ---- Device I/O: no lock held -------------------------------------------------------------- */

int cache_locate(struct file_page *fp, bool allocate, block_sector_t *sector)
{
    lock_acquire(&vm_lock);
    struct vobj *vobj = fp->vobj;
    *sector = fp->page.place;
    lock_release(&vm_lock);
    if (vobj == NULL)
        return -EAGAIN; /* Discarded: look it up anew. */
    return *sector != VOBJ_HOLE ? 0 : vobj->ops->locate(vobj, fp->index, allocate, sector);
}

int cache_place(struct file_page *fp)
{
    block_sector_t sector;
    int err = cache_locate(fp, true, &sector);
    if (err != 0)
        return err;
    lock_acquire(&vm_lock);
    ASSERT(fp->page.state == MPAGE_RESIDENT && fp->page.frame->pins > 0);
    if (fp->page.place == VOBJ_HOLE && fp->vobj != NULL) {
        fp->page.place = sector;
        fp->page.dirty = true; /* The new place holds anything: the page must get there. */
    }
    lock_release(&vm_lock);
    return 0;
}

/* ---- Getting hold of a page ---------------------------------------------------------------- */

/* Pins the page if it is resident: the common case, with one hold of vm_lock. */
static struct file_page *pin_resident(struct vobj *vobj, uint32_t index, bool place)
{
    struct file_page *fp = cache_find(vobj, index);
    if (fp == NULL || fp->page.state != MPAGE_RESIDENT || (place && fp->page.place == VOBJ_HOLE))
        return NULL;
    frame_pin(fp->page.frame);
    fp->page.frame->referenced = true;
    if (index == vobj->ahead_from)
        file_ahead(vobj);
    return fp;
}

/* One step towards a resident (and placed) page at INDEX.  No lock held. */
static int bring_in(struct vobj *vobj, uint32_t index, bool place, bool fresh)
{
    lock_acquire(&vm_lock);
    struct file_page *fp = cache_get(vobj, index);
    if (fp != NULL)
        page_ref(&fp->page);
    lock_release(&vm_lock);
    if (fp == NULL)
        return frame_make_memory();
    int err = page_load(&fp->page, fresh, NULL);
    bool pinned = err == 0;
    if (err == 0 && place)
        err = cache_place(fp);
    lock_acquire(&vm_lock);
    if (pinned)
        frame_unpin(fp->page.frame);
    page_unref(&fp->page);
    lock_release(&vm_lock);
    return err;
}

/* Pins page INDEX, resident.  PLACE: it gets a place on the device first, so that it may become
 * dirty. FRESH: what it holds on the device does not matter. */
static int pin(struct vobj *vobj, uint32_t index, bool place, bool fresh, struct file_page **page)
{
    struct vm_tries tries = {0};
    bool missed = false;
    for (;;) {
        lock_acquire(&vm_lock);
        *page = pin_resident(vobj, index, place);
        lock_release(&vm_lock);
        if (*page != NULL) {
            kstat_inc(missed ? &cache_misses : &cache_hits);
            return 0;
        }
        missed = true;
        int err = bring_in(vobj, index, place, fresh);
        if (err != 0)
            err = vm_retry(err, NULL, true, &tries);
        if (err != 0)
            return err;
    }
}

static void unpin(struct file_page *fp, bool dirtied)
{
    lock_acquire(&vm_lock);
    if (dirtied && fp->vobj != NULL)
        fp->page.dirty = true;
    frame_unpin(fp->page.frame);
    lock_release(&vm_lock);
}

/* ---- Copying -------------------------------------------------------------------------------- */

/* Makes the faults happen now that stopped a copy at MEM, N bytes before its end: it goes by words,
 * one of which may lie on two pages.  Memory that is read into is about to be overwritten, so that
 * its own bytes may be written there. */
static bool touch(char *mem, size_t n, bool write)
{
    char word[4];
    size_t size = n < sizeof word ? n : sizeof word;
    return fixup_copy(write ? word : mem, mem, size) == 0;
}

/* Copies as much as is there, while the file's page is pinned.  No fault is resolved meanwhile: it
 * could need a frame, wait for pins to end, and so for this one.  A page that is to be written
 * whole has its old content read all the same: MEM may be a mapping of that very page, or turn out
 * bad in the middle. */
static int copy_present(struct vobj *vobj, uint64_t offset, char *mem, size_t n, bool write,
                        size_t *left)
{
    struct file_page *fp;
    int err = pin(vobj, offset / PGSIZE, write, false, &fp);
    if (err != 0)
        return err;
    char *data = (char *)frame_kva(fp->page.frame) + offset % PGSIZE;
    *left = write ? fixup_copy_present(data, mem, n) : fixup_copy_present(mem, data, n);
    unpin(fp, write && *left < n);
    return 0;
}

static int copy_page(struct vobj *vobj, uint64_t offset, char *mem, size_t n, bool write)
{
    for (;;) {
        size_t left;
        int err = copy_present(vobj, offset, mem, n, write, &left);
        if (err != 0 || left == 0)
            return err;
        offset += n - left;
        mem += n - left;
        n = left;
        if (!touch(mem, n, write))
            return -EFAULT;
    }
}

static int copy(struct vobj *vobj, uint64_t offset, char *mem, size_t n, bool write)
{
    int err = 0;
    while (n > 0 && err == 0) {
        size_t room = PGSIZE - offset % PGSIZE;
        size_t chunk = n < room ? n : room;
        err = copy_page(vobj, offset, mem, chunk, write);
        offset += chunk;
        mem += chunk;
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
    return copy(vobj, offset, (char *)src, n, true);
}

/* ---- Pins for metadata --------------------------------------------------------------------- */

int vobj_pin(struct vobj *vobj, uint32_t index, enum vobj_pin_mode mode, void **data)
{
    struct file_page *fp;
    int err = pin(vobj, index, mode != VOBJ_READ, mode == VOBJ_NEW, &fp);
    if (err != 0)
        return err;
    *data = frame_kva(fp->page.frame);
    if (mode == VOBJ_NEW)
        memset(*data, 0, PGSIZE);
    return 0;
}

void vobj_unpin(struct vobj *vobj, void *data, bool dirtied)
{
    struct frame *f = &frames[vtop(data) >> PGBITS];
    ASSERT(f->page != NULL && file_page(f->page)->vobj == vobj);
    unpin(file_page(f->page), dirtied);
}

/* ---- Writing back and forgetting ----------------------------------------------------------- */

/* A dirty resident page of VOBJ that nobody is writing, with the lowest index from FROM on. */
static struct file_page *next_dirty(struct vobj *vobj, uint32_t from)
{
    struct file_page *best = NULL;
    LIST_FOREACH (e, &vobj->pages) {
        struct file_page *fp = list_entry(e, struct file_page, elem);
        if (fp->index >= from && (best == NULL || fp->index < best->index) &&
            fp->page.state == MPAGE_RESIDENT && page_is_dirty(&fp->page))
            best = fp;
    }
    return best;
}

/* Pages with adjoining places that are written by one command. */
struct run {
    struct file_page *page[SWAP_CLUSTER];
    struct block_seg seg[SWAP_CLUSTER];
    unsigned count;
};

static bool extends(const struct run *run, const struct file_page *fp)
{
    const struct file_page *last = run->page[run->count - 1];
    return fp != NULL && fp->page.state == MPAGE_RESIDENT && page_is_dirty(&fp->page) &&
           fp->page.place == last->page.place + VOBJ_PAGE_SECTORS;
}

static void add_to_run(struct run *run, struct file_page *fp)
{
    ASSERT(fp->page.place != VOBJ_HOLE);
    page_ref(&fp->page);
    frame_pin(fp->page.frame);
    page_fold_dirty(&fp->page);
    fp->page.dirty = false;
    cache_cut_tail(fp);
    run->seg[run->count] = (struct block_seg){frame_kva(fp->page.frame), VOBJ_PAGE_SECTORS};
    run->page[run->count++] = fp;
}

static void gather_run(struct run *run, struct vobj *vobj, struct file_page *first)
{
    run->count = 0;
    add_to_run(run, first);
    while (run->count < SWAP_CLUSTER) {
        struct file_page *fp = cache_find(vobj, run->page[run->count - 1]->index + 1);
        if (!extends(run, fp))
            break;
        add_to_run(run, fp);
    }
}

static void finish_run(struct run *run, bool written)
{
    for (unsigned i = 0; i < run->count; i++) {
        struct mpage *page = &run->page[i]->page;
        if (!written && run->page[i]->vobj != NULL)
            page->dirty = true;
        if (written)
            page->frame->stuck = false;
        frame_unpin(page->frame);
        page_unref(page);
    }
}

/* A page being written by the evictor is on its way to the device too.  Was there one? */
static bool wait_evictions(struct vobj *vobj)
{
    bool any = false;
    struct list_elem *e = list_begin(&vobj->pages);
    while (e != list_end(&vobj->pages)) {
        struct file_page *fp = list_entry(e, struct file_page, elem);
        if (fp->page.state == MPAGE_EVICTING) {
            any = true;
            page_wait(&fp->page);
            e = list_begin(&vobj->pages);
        } else {
            e = list_next(e);
        }
    }
    return any;
}

/* Writes the dirty pages that are in no other's hands. */
static int write_dirty(struct vobj *vobj)
{
    struct run run;
    int result = 0;
    uint32_t from = 0;
    for (struct file_page *fp; (fp = next_dirty(vobj, from)) != NULL;) {
        gather_run(&run, vobj, fp);
        from = run.page[run.count - 1]->index + 1;
        block_sector_t sector = fp->page.place;
        lock_release(&vm_lock);
        kstat_add(&sync_writes, run.count);
        int err = block_writev(vobj->dev, sector, run.seg, run.count);
        if (err != 0)
            result = err;
        lock_acquire(&vm_lock);
        finish_run(&run, err == 0);
    }
    return result;
}

/* One at a time: what another is writing counts as clean already.  What an eviction could not write
 * is dirty again. */
int vobj_sync(struct vobj *vobj)
{
    lock_acquire(&vm_lock);
    while (vobj->syncing)
        cond_wait(&synced, &vm_lock);
    vobj->syncing = true;
    int err = write_dirty(vobj);
    if (wait_evictions(vobj) && err == 0)
        err = write_dirty(vobj);
    vobj->syncing = false;
    cond_broadcast(&synced, &vm_lock);
    lock_release(&vm_lock);
    return err;
}

/* Nobody can find FP any more; its content does not matter.  It is not busy and not pinned. */
static void forget(struct file_page *fp)
{
    struct mpage *page = &fp->page;
    page_ref(page);
    while (page->mappers != NULL)
        spt_remove(page->mappers);
    page->dirty = false;
    cache_remove(fp);
    page_unref(page);
}

static struct file_page *first_from(struct vobj *vobj, uint32_t first)
{
    LIST_FOREACH (e, &vobj->pages) {
        struct file_page *fp = list_entry(e, struct file_page, elem);
        if (fp->index >= first)
            return fp;
    }
    return NULL;
}

void vobj_discard(struct vobj *vobj, uint32_t first)
{
    lock_acquire(&vm_lock);
    for (struct file_page *fp; (fp = first_from(vobj, first)) != NULL;) {
        if (fp->page.state == MPAGE_LOADING || fp->page.state == MPAGE_EVICTING)
            page_wait(&fp->page);
        else if (fp->page.state == MPAGE_RESIDENT && fp->page.frame->pins > 0)
            frame_wait_change();
        else
            forget(fp);
    }
    lock_release(&vm_lock);
}
