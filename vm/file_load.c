/* SPDX-License-Identifier: MIT
 * Reading pages of files, and reading ahead.
 *
 * Whoever reads a file in order (a `read` of much, a program's text from its start) is about to
 * want the pages after this one: they are read by the same command, as far as they are absent, lie
 * one after the other on the device, and find frames without taking any from programs.  When the
 * reader then comes to them, threads of the highest priority read those that follow, up to two
 * commands' worth: one is at the disk, the other is being prepared, and the reader goes on.  Pages
 * that they read are LOADING as any others: who wants one waits for it, and a file is not forgotten
 * meanwhile.
 */
#include <debug.h>
#include <errno.h>
#include <string.h>
#include "threads/kstat.h"
#include "threads/palloc.h"
#include "threads/thread.h"
#include "vm/page.h"

KSTAT_DEFINE(file_loads, "vm", "file_loads", "pages", "pages read from files");
KSTAT_DEFINE(file_reads, "vm", "file_reads", "commands", "read commands that brought them");
KSTAT_DEFINE(reads_ahead, "vm", "file_reads_ahead", "commands",
             "of these, while the reader went on");

#define AHEAD_MAX 32

/* Pages that were made LOADING for this, in order of index.  Of these the first `wanted` (1 or 0)
 * stays pinned for who asked for it; the first `ready` have a frame and lie side by side from
 * `sector` on. */
struct load {
    struct file_page *page[AHEAD_MAX];
    struct frame *frame[AHEAD_MAX];
    struct page_work work[AHEAD_MAX];
    unsigned wanted, claimed, ready;
    block_sector_t sector;
};

/* A thread that reads ahead.  `load` is the thread's while it is busy, else nobody's; vm_lock. */
static struct reader {
    struct load load;
    bool busy;
    struct semaphore begins;
    struct thread *thread;
} readers[2];

static void claim(struct load *l, struct file_page *fp)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    page_ref(&fp->page);
    page_set_state(&fp->page, MPAGE_LOADING); /* Before the I/O: a second loader waits. */
    page_work_begin(&l->work[l->claimed], &fp->page);
    l->page[l->claimed++] = fp;
}

/* Is the file read in order?  Then the page before is still there. */
static bool in_order(const struct file_page *fp)
{
    if (fp->index == 0)
        return true;
    const struct file_page *before = cache_find(fp->vobj, fp->index - 1);
    return before != NULL && before->page.state == MPAGE_RESIDENT;
}

/* The pages of VOBJ from INDEX on, up to COUNT of them in all, as far as none is there.  vm_lock
 * held. */
static void claim_run(struct load *l, struct vobj *vobj, uint32_t index, unsigned count)
{
    while (l->claimed < count && l->claimed < AHEAD_MAX) {
        struct file_page *fp = cache_get(vobj, index + l->claimed);
        if (fp == NULL || fp->page.state != MPAGE_ABSENT || fp->page.refs > 0)
            break;
        claim(l, fp);
    }
}

/* A frame for a page that nobody asked for yet: a free one, or one from other files' pages. */
static struct frame *spare_frame(void)
{
    lock_acquire(&vm_lock);
    struct frame *f = frame_try_take(FRAME_CACHE, NULL);
    bool may_evict = f == NULL && frame_sets[FRAME_CACHE].count > AHEAD_MAX;
    lock_release(&vm_lock);
    if (may_evict && pageout_one(FRAME_CACHE) == 0) {
        lock_acquire(&vm_lock);
        f = frame_try_take(FRAME_CACHE, NULL);
        lock_release(&vm_lock);
    }
    return f;
}

/* Frame and place for the wanted page: a user frame, if it was evicted from mappers that it still
 * has. */
static int prepare_first(struct load *l, enum frame_use use, struct page_group *group)
{
    int err = cache_locate(l->page[0], false, &l->sector);
    if (err == 0)
        err = frame_take(use, use == FRAME_USER ? group : NULL, &l->frame[0]);
    l->ready = err == 0;
    return err;
}

/* The same for those after it, as far as they go. */
static void prepare_ahead(struct load *l)
{
    while (l->ready < l->claimed && l->sector != VOBJ_HOLE) {
        block_sector_t sector;
        if (cache_locate(l->page[l->ready], false, &sector) != 0 ||
            sector != l->sector + l->ready * VOBJ_PAGE_SECTORS)
            return;
        l->frame[l->ready] = spare_frame();
        if (l->frame[l->ready] == NULL)
            return;
        l->ready++;
    }
}

static int transfer(struct load *l)
{
    struct block_seg seg[AHEAD_MAX];
    if (l->sector == VOBJ_HOLE) {
        memset(frame_kva(l->frame[0]), 0, PGSIZE);
        return 0;
    }
    for (unsigned i = 0; i < l->ready; i++)
        seg[i] = (struct block_seg){frame_kva(l->frame[i]), VOBJ_PAGE_SECTORS};
    kstat_add(&file_loads, l->ready);
    kstat_inc(&file_reads);
    return block_readv(l->page[0]->vobj->dev, l->sector, seg, l->ready);
}

/* COUNT pages of VOBJ from INDEX on were read, or are about to be: reading goes on when page FROM
 * is reached, unless they are fewer than were hoped for: then the file has ended. */
static void plan_ahead(struct vobj *vobj, uint32_t index, unsigned count, uint32_t from)
{
    unsigned full = vobj->ops->read_ahead;
    vobj->ahead_next = index + count;
    vobj->ahead_from = full > 0 && count >= full ? from : UINT32_MAX;
}

/* Ends LOADING for all.  vm_lock held. */
static void finish(struct load *l, int err)
{
    struct vobj *vobj = l->page[0]->vobj; /* Not gone: its pages are LOADING. */
    unsigned got = l->ready > l->wanted ? l->ready : l->wanted;
    if (l->wanted > 0 || got < l->claimed)
        plan_ahead(vobj, l->page[0]->index, got, l->page[0]->index);
    for (unsigned i = 0; i < l->claimed; i++) {
        struct mpage *page = &l->page[i]->page;
        bool loaded = i < l->ready && err == 0;
        if (loaded && l->sector != VOBJ_HOLE)
            page->place = l->sector + i * VOBJ_PAGE_SECTORS;
        page_finish_load(page, l->frame[i], loaded ? 0 : -EIO);
        page_work_end(&l->work[i]);
        if (loaded && i >= l->wanted)
            frame_unpin(page->frame);
        page_unref(page);
    }
}

int file_load(struct file_page *fp, struct page_group *group)
{
    struct load l = {.wanted = 1};
    struct vobj *vobj = fp->vobj;
    if (vobj == NULL)
        return -EAGAIN; /* Discarded: look it up anew. */
    claim(&l, fp);
    if (in_order(fp))
        claim_run(&l, vobj, fp->index, vobj->ops->read_ahead);
    enum frame_use use = fp->page.mappers != NULL ? FRAME_USER : FRAME_CACHE;
    lock_release(&vm_lock);
    int err = prepare_first(&l, use, group);
    if (err == 0) {
        prepare_ahead(&l);
        err = transfer(&l);
        if (err != 0 && l.ready > 1) {
            l.ready = 1; /* A bad sector in what nobody asked for is no error of the page that is
                            wanted. */
            err = transfer(&l);
        }
    }
    lock_acquire(&vm_lock);
    finish(&l, err);
    return err;
}

/* ---- While the reader goes on -------------------------------------------------------------- */

void file_ahead(struct vobj *vobj)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    vobj->ahead_from = UINT32_MAX;
    struct reader *r = !readers[0].busy ? &readers[0] : &readers[1];
    if (r->busy || r->thread == NULL)
        return;
    struct load *l = &r->load;
    *l = (struct load){.wanted = 0};
    claim_run(l, vobj, vobj->ahead_next, vobj->ops->read_ahead);
    if (l->claimed == 0)
        return;
    /* The next command may be prepared once the reader is past the first page of the one before
     * this. */
    uint32_t first = vobj->ahead_next;
    plan_ahead(vobj, first, l->claimed, first - l->claimed + 1);
    for (unsigned i = 0; i < l->claimed; i++)
        l->work[i].thread = r->thread;
    r->busy = true;
    sema_up(&r->begins);
}

/* Reads what file_ahead() claimed, as far as frames are free for it. */
static void read_ahead(struct reader *r)
{
    struct load *l = &r->load;
    int err = cache_locate(l->page[0], false, &l->sector);
    if (err == 0)
        prepare_ahead(l);
    if (l->ready > 0) {
        kstat_inc(&reads_ahead);
        err = transfer(l);
    }
    lock_acquire(&vm_lock);
    finish(l, err);
    r->busy = false;
    lock_release(&vm_lock);
}

static void reader_loop(void *reader)
{
    struct reader *r = reader;
    r->thread = thread_current();
    for (;;) {
        sema_down(&r->begins);
        read_ahead(r);
    }
}

/* Two threads keep a disk busy; with little memory a second stack costs programs more than it
 * brings. */
static size_t reader_count(void)
{
    return palloc_frames_total() < 2048 ? 1 : 2;
}

void file_load_init(void)
{
    for (size_t i = 0; i < reader_count(); i++) {
        sema_init(&readers[i].begins, 0);
        if (thread_create("read-ahead", PRI_MAX, reader_loop, &readers[i]) == TID_ERROR)
            PANIC("no memory for a thread that reads ahead");
    }
}
