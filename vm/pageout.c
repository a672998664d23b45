/* SPDX-License-Identifier: MIT
 * Pageout: one page leaves its frame.
 *
 *     choose -> slot, if needed -> EVICTING -> out of every page directory
 *                                                         clean: drop; dirty: write, unlocked
 *
 * After the write: wanted meanwhile -> stays, RESIDENT and clean; no reference left -> freed;
 * failed -> put back.  Whoever faults on the page in between waits and looks again.
 *
 * Swap writes are clustered: beside the victim the same command writes what the policy would choose
 * next, if it is dirty and anonymous.  Those pages stay where they are and are clean when their
 * turn comes; written to meanwhile they are dirty again, by their D bits.
 */
#include <debug.h>
#include <errno.h>
#include <stdio.h>
#include "devices/timer.h"
#include "threads/cmdline.h"
#include "threads/kstat.h"
#include "vm/page.h"
#include "vm_audit.h"

KSTAT_DEFINE(evictions, "vm", "evictions", "pages", "pages that left their frame");
KSTAT_DEFINE(clean_drops, "vm", "evict_clean", "pages", "of these, without a write");
KSTAT_DEFINE(rescues, "vm", "evict_rescued", "pages", "wanted while being written: stayed");
KSTAT_DEFINE(precleaned, "vm", "precleaned", "pages", "written beside a victim before their turn");
KSTAT_DEFINE(file_writes, "vm", "file_writes", "pages", "pages written to files by pageout");
KSTAT_DEFINE(write_errors, "vm", "write_errors", "commands", "failed writes: pages kept");

static unsigned long cluster = SWAP_CLUSTER;

static int option_cluster(const char *value)
{
    return cmdline_number(value, 1, SWAP_CLUSTER, &cluster);
}
CMDLINE_OPTION_NAMED(swap_cluster, "swap-cluster", option_cluster,
                     "PAGES: write at most so many pages to swap at once (1 to 16)");

/* Pages on their way out by one command: the victim first.  They are held by pin and reference. */
struct batch {
    struct mpage *page[SWAP_CLUSTER];
    uint32_t slot[SWAP_CLUSTER];
    unsigned count;
};

/* The victim's frame leaves it.  vm_lock held. */
static void release_frame(struct mpage *page)
{
    kstat_inc(&evictions);
    frame_free(frame_detach(page, true));
    page_set_state(page, MPAGE_ABSENT);
    page_free_unused(page);
}

/* Would anyone miss the content if a page's write failed?  A file's is kept though nobody refers to
 * it. */
static bool is_missed(const struct mpage *page)
{
    return page->refs > 0 || page->kind == MPAGE_FILE;
}

/* The end of an eviction that wrote.  vm_lock held.  Did the frame leave? */
static bool finish_victim(struct mpage *page, bool written)
{
    page->frame->stuck = !written;
    if (!written)
        page->dirty = true;
    if (written ? page->refs > 0 && page->wanted : is_missed(page)) {
        kstat_inc(written ? &rescues : &write_errors);
        page->frame->referenced = true;
        frame_requeue(page->frame);
        page_set_state(page, MPAGE_RESIDENT);
        return false;
    }
    release_frame(page);
    return true;
}

/* ---- Anonymous pages ----------------------------------------------------------------------- */

static bool joins_cluster(const struct mpage *page)
{
    return page->kind == MPAGE_ANON && page->state == MPAGE_RESIDENT && page->frame->pins == 0 &&
           !page->frame->stuck && page_is_dirty(page);
}

/* Adds to the batch, which has the victim, what would be chosen next.  vm_lock held. */
static void gather(struct batch *b)
{
    struct evict_entry *next[SWAP_CLUSTER];
    struct evict_set *set = frame_set(b->page[0]->frame);
    size_t n = cluster > 1 ? evict_peek(set, next, cluster) : 0;
    for (size_t i = 0; i < n && b->count < cluster; i++) {
        struct mpage *page = frame_of_entry(next[i])->page;
        if (page != b->page[0] && joins_cluster(page))
            b->page[b->count++] = page;
    }
}

/* Gives the batch adjoining slots, the victim's own old one if nothing is free; drops those that
 * got none. */
static void assign_slots(struct batch *b)
{
    unsigned got;
    uint32_t first = swap_alloc(b->count, &got);
    if (first == SWAP_NONE) {
        ASSERT(b->page[0]->place != SWAP_NONE);
        first = b->page[0]->place;
        got = 1;
    }
    b->count = got;
    for (unsigned i = 0; i < got; i++)
        b->slot[i] = first + i;
}

/* The other pages of the batch stay resident while they are written.  vm_lock held. */
static void hold_others(struct batch *b)
{
    for (unsigned i = 1; i < b->count; i++) {
        struct mpage *page = b->page[i];
        page_ref(page);
        frame_pin(page->frame);
        page_fold_dirty(page);
        page->dirty = false;
    }
}

/* PAGE owns SLOT if it was written there, and keeps the one it had otherwise. */
static void settle_slot(struct mpage *page, uint32_t slot, bool written)
{
    uint32_t stale = written ? page->place : slot;
    if (written)
        page->place = slot;
    if (stale != SWAP_NONE && stale != page->place)
        swap_free(stale);
}

static void release_others(struct batch *b, bool written)
{
    for (unsigned i = 1; i < b->count; i++) {
        struct mpage *page = b->page[i];
        if (page->kind == MPAGE_ANON)
            settle_slot(page, b->slot[i], written);
        if (written)
            kstat_inc(&precleaned);
        else
            page->dirty = true;
        frame_unpin(page->frame);
        page_unref(page);
    }
}

/* One command.  vm_lock held, released meanwhile. */
static int transfer(const struct batch *b, struct block *dev)
{
    struct block_seg segs[SWAP_CLUSTER];
    for (unsigned i = 0; i < b->count; i++)
        segs[i] = (struct block_seg){frame_kva(b->page[i]->frame), VOBJ_PAGE_SECTORS};
    lock_release(&vm_lock);
    int err;
    if (dev == NULL) {
        err = swap_write(b->slot[0], segs, b->count);
    } else {
        kstat_add(&file_writes, b->count);
        err = block_writev(dev, b->slot[0], segs, b->count);
    }
    lock_acquire(&vm_lock);
    return err;
}

/* Writes the batch, whose victim is EVICTING, to where its slots say; on DEV, or to swap for NULL.
 * If that fails, the bad sector may be a neighbour's: then the victim is written alone.  vm_lock
 * held, released while writing. */
static int write_batch(struct batch *b, struct block *dev)
{
    hold_others(b);
    b->page[0]->dirty = false;
    int err = transfer(b, dev);
    release_others(b, err == 0);
    if (err != 0 && b->count > 1) {
        b->count = 1;
        err = transfer(b, dev);
    }
    return err;
}

static bool evict_to_swap(struct mpage *victim)
{
    struct batch b = {.page = {victim}, .count = 1};
    gather(&b);
    assign_slots(&b);
    int err = write_batch(&b, NULL);
    settle_slot(victim, b.slot[0], err == 0);
    return finish_victim(victim, err == 0);
}

/* ---- File pages ----------------------------------------------------------------------------- */

static bool follows(const struct mpage *last, const struct file_page *fp)
{
    return fp != NULL && fp->page.state == MPAGE_RESIDENT && fp->page.frame->pins == 0 &&
           !fp->page.frame->stuck && fp->page.place == last->place + VOBJ_PAGE_SECTORS &&
           page_is_dirty(&fp->page);
}

/* Adds to the batch, which has the victim, the dirty pages that follow it in its file and on the
 * device. */
static void gather_following(struct batch *b)
{
    const struct file_page *first = file_page(b->page[0]);
    while (b->count < SWAP_CLUSTER) {
        struct file_page *fp = cache_find(first->vobj, first->index + b->count);
        if (!follows(b->page[b->count - 1], fp))
            return;
        b->page[b->count++] = &fp->page;
    }
}

static bool evict_to_file(struct mpage *victim)
{
    ASSERT(victim->place != VOBJ_HOLE);
    struct batch b = {.page = {victim}, .count = 1};
    gather_following(&b);
    for (unsigned i = 0; i < b.count; i++) {
        b.slot[i] = b.page[i]->place;
        cache_cut_tail(file_page(b.page[i]));
    }
    struct block *dev = file_page(victim)->vobj->dev;
    int err = write_batch(&b, dev);
    return finish_victim(victim, err == 0);
}

/* ---- One page ------------------------------------------------------------------------------ */

/* Evicts PAGE.  vm_lock held, released during I/O.  Did a frame become free? */
static bool evict(struct mpage *page)
{
    struct page_work work;
    page_set_state(page, MPAGE_EVICTING);
    page_work_begin(&work, page);
    page_unmap_all(page);
    bool freed = true;
    if (!page->dirty) {
        kstat_inc(&clean_drops);
        release_frame(page);
    } else if (page->kind == MPAGE_ANON) {
        freed = evict_to_swap(page);
    } else {
        freed = evict_to_file(page);
    }
    page_work_end(&work);
    vm_audit_point();
    return freed;
}

static struct evict_entry *choose(enum frame_use use)
{
    return use == FRAME_USER ? page_group_choose(NULL)
                             : evict_choose(&frame_sets[use], timer_ticks(), 1);
}

int pageout_one(enum frame_use use)
{
    lock_acquire(&vm_lock);
    int err = 0;
    for (bool freed = false; !freed && err == 0;) {
        if (use == FRAME_USER && frame_evicts_in_vain(NULL))
            err = -ENOMEM;
        struct evict_entry *entry = err == 0 ? choose(use) : NULL;
        if (entry != NULL)
            freed = evict(frame_of_entry(entry)->page);
        else if (err == 0 && !frame_forgive())
            err = frames_busy > 0 ? -EAGAIN : -ENOMEM;
    }
    lock_release(&vm_lock);
    return err;
}

int pageout_group(struct page_group *group)
{
    lock_acquire(&vm_lock);
    int err = 0;
    for (bool freed = kept_give(group, false); !freed && err == 0;) {
        if (frame_evicts_in_vain(group))
            err = -EDQUOT;
        struct evict_entry *entry = err == 0 ? page_group_choose(group) : NULL;
        if (entry != NULL)
            freed = evict(frame_of_entry(entry)->page);
        else if (err == 0 && !frame_forgive())
            err = page_group_busy(group) ? -EAGAIN : -EDQUOT;
    }
    if (err != 0 && kept_give(group, true))
        err = 0;
    lock_release(&vm_lock);
    return err;
}
