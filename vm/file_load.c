/* SPDX-License-Identifier: MIT
 * Reading pages of files, and reading ahead.
 *
 * Whoever reads a file in order (a `read` of much, a program's text from its start) is about to want the
 * pages after this one: they are read by the same command, as far as they are absent, lie one after the
 * other on the device, and find frames without taking any from programs.
 */
#include <debug.h>
#include <errno.h>
#include <string.h>
#include "threads/kstat.h"
#include "vm/page.h"

KSTAT_DEFINE(file_loads, "vm", "file_loads", "pages", "pages read from files");
KSTAT_DEFINE(file_reads, "vm", "file_reads", "commands", "read commands that brought them");

#define AHEAD_MAX 16

/* Pages that this thread has made LOADING, the wanted one first.  The first `ready` have a frame and lie
 * side by side from `sector` on. */
struct load {
    struct file_page *page[AHEAD_MAX];
    struct frame *frame[AHEAD_MAX];
    struct page_work work[AHEAD_MAX];
    unsigned claimed, ready;
    block_sector_t sector;
};

static void claim(struct load *l, struct file_page *fp)
{
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

/* Claims the pages to read ahead.  vm_lock held. */
static void claim_ahead(struct load *l)
{
    struct vobj *vobj = l->page[0]->vobj;
    unsigned want = in_order(l->page[0]) ? vobj->ops->read_ahead : 0;
    while (l->claimed < want && l->claimed < AHEAD_MAX) {
        struct file_page *fp = cache_get(vobj, l->page[0]->index + l->claimed);
        if (fp == NULL || fp->page.state != MPAGE_ABSENT || fp->page.refs > 0)
            break;
        claim(l, fp);
    }
}

/* A frame for a page that nobody asked for yet: a free one, or one from other files that were read. */
static struct frame *spare_frame(void)
{
    lock_acquire(&vm_lock);
    struct frame *f = frame_try_take(FRAME_CACHE);
    bool may_evict = f == NULL && frame_sets[FRAME_CACHE].count > AHEAD_MAX;
    lock_release(&vm_lock);
    if (may_evict && pageout_one(FRAME_CACHE) == 0) {
        lock_acquire(&vm_lock);
        f = frame_try_take(FRAME_CACHE);
        lock_release(&vm_lock);
    }
    return f;
}

/* Frame and place for the wanted page: a user frame, if it was evicted from mappers that it still has. */
static int prepare_first(struct load *l, enum frame_use use)
{
    int err = cache_locate(l->page[0], false, &l->sector);
    if (err == 0)
        err = frame_take(use, &l->frame[0]);
    l->ready = err == 0;
    return err;
}

/* The same for those after it, as far as they go. */
static void prepare_ahead(struct load *l)
{
    while (l->ready < l->claimed && l->sector != VOBJ_HOLE) {
        block_sector_t sector;
        if (cache_locate(l->page[l->ready], false, &sector) != 0
            || sector != l->sector + l->ready * VOBJ_PAGE_SECTORS)
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

/* Ends LOADING for all; the wanted page keeps its pin.  vm_lock held. */
static void finish(struct load *l, int err)
{
    for (unsigned i = 0; i < l->claimed; i++) {
        struct mpage *page = &l->page[i]->page;
        bool loaded = i < l->ready && err == 0;
        if (loaded && l->sector != VOBJ_HOLE)
            page->place = l->sector + i * VOBJ_PAGE_SECTORS;
        page_finish_load(page, l->frame[i], loaded ? 0 : -EIO);
        page_work_end(&l->work[i]);
        if (loaded && i > 0)
            frame_unpin(page->frame);
        page_unref(page);
    }
}

int file_load(struct file_page *fp)
{
    struct load l = {.claimed = 0};
    if (fp->vobj == NULL)
        return -EAGAIN; /* Discarded: look it up anew. */
    claim(&l, fp);
    claim_ahead(&l);
    enum frame_use use = fp->page.mappers != NULL ? FRAME_USER : FRAME_CACHE;
    lock_release(&vm_lock);
    int err = prepare_first(&l, use);
    if (err == 0) {
        prepare_ahead(&l);
        err = transfer(&l);
        if (err != 0 && l.ready > 1) {
            l.ready = 1; /* A bad sector in what nobody asked for is no error of the page that is wanted. */
            err = transfer(&l);
        }
    }
    lock_acquire(&vm_lock);
    finish(&l, err);
    return err;
}
