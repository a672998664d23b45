/* SPDX-License-Identifier: MIT
 * The page allocator: see palloc.h.
 *
 * The tags lie in memory right behind the kernel image, one byte for each frame below
 * palloc_max_frame().  A free page's first bytes link it into a doubly linked list, so that a page
 * in the middle of the list can be taken when adjoining pages are wanted.  A frame joins the list
 * only when those before it are in use: to boot does not mean to write to all of RAM.
 *
 * Guarded by disabling interrupts: tags, counts, the list.  The scan for adjoining pages runs with
 * interrupts as they are and checks what it found once more when it takes it.
 */
#include "threads/palloc.h"
#include <debug.h>
#include <poison.h>
#include <string.h>
#include "threads/boot.h"
#include "threads/failnth.h"
#include "threads/interrupt.h"
#include "threads/kstat.h"
#include "threads/loader.h"
#include "threads/vaddr.h"

/* How many pages may be reclaimed, for each one wanted, in the hope that they adjoin. */
#define RECLAIMS_PER_PAGE 16

struct free_page {
    struct free_page *next, *prev;
};

extern char _end[];

static uint8_t *tags;
static size_t max_frame;
static size_t total;
size_t palloc_counts[PAGE_TAGS];
static struct free_page free_list = {&free_list, &free_list};
static size_t untouched; /* Free frames from here on are not in the list yet. */
static bool (*reclaim_hook)(void);

static size_t frame_of(const void *page)
{
    return vtop(page) >> PGBITS;
}

static void *page_of(size_t frame)
{
    return ptov(frame << PGBITS);
}

static void retag(size_t frame, enum page_tag tag)
{
    palloc_counts[tags[frame]]--;
    palloc_counts[tag]++;
    tags[frame] = tag;
}

/* ---- The free list; interrupts off ------------------------------------------------------- */

static void list_link(size_t frame)
{
    struct free_page *page = page_of(frame);
    page->next = free_list.next;
    page->prev = &free_list;
    page->next->prev = free_list.next = page;
}

static void list_unlink(size_t frame)
{
    struct free_page *page = page_of(frame);
    page->next->prev = page->prev;
    page->prev->next = page->next;
}

/* Puts the free frames below END into the list that are not in it for want of ever being used. */
static void list_extend(size_t end)
{
    for (; untouched < end; untouched++) {
        if (tags[untouched] == PAGE_FREE) {
            poison_fill(page_of(untouched), PGSIZE);
            list_link(untouched);
        }
    }
}

/* Takes some free frame, which there is, off the list, or one that never was in it. */
static size_t list_pop(void)
{
    if (free_list.next != &free_list) {
        size_t frame = frame_of(free_list.next);
        list_unlink(frame);
        return frame;
    }
    while (tags[untouched] != PAGE_FREE)
        untouched++;
    poison_fill(page_of(untouched), PGSIZE);
    return untouched++;
}

static bool can_take(size_t cnt, enum palloc_flags flags)
{
    return palloc_counts[PAGE_FREE] >= cnt + (flags & PAL_ATOMIC ? 0 : PALLOC_RESERVE);
}

/* ---- Getting and freeing ----------------------------------------------------------------- */

static void *take_one(enum page_tag tag, enum palloc_flags flags)
{
    void *page = NULL;
    enum intr_level old = intr_disable();
    if (can_take(1, flags)) {
        size_t frame = list_pop();
        retag(frame, tag);
        page = page_of(frame);
    }
    intr_set_level(old);
    return page;
}

/* The first of CNT adjoining free frames at or after FROM, or max_frame. */
static size_t find_run(size_t from, size_t cnt)
{
    size_t run = 0;
    for (size_t frame = from; frame < max_frame; frame++) {
        run = tags[frame] == PAGE_FREE ? run + 1 : 0;
        if (run == cnt)
            return frame + 1 - cnt;
    }
    return max_frame;
}

static bool run_is_free(size_t first, size_t cnt)
{
    for (size_t i = 0; i < cnt; i++) {
        if (tags[first + i] != PAGE_FREE)
            return false;
    }
    return true;
}

/* Takes the CNT frames from FIRST on if they are still free. */
static bool take_run(size_t first, size_t cnt, enum page_tag tag, enum palloc_flags flags)
{
    enum intr_level old = intr_disable();
    bool ok = can_take(cnt, flags) && run_is_free(first, cnt);
    if (ok) {
        list_extend(first + cnt);
        for (size_t i = 0; i < cnt; i++) {
            list_unlink(first + i);
            retag(first + i, tag);
        }
    }
    intr_set_level(old);
    return ok;
}

static void *take_many(size_t cnt, enum page_tag tag, enum palloc_flags flags)
{
    size_t first = find_run(0, cnt);
    while (first < max_frame && can_take(cnt, flags)) {
        if (take_run(first, cnt, tag, flags))
            return page_of(first);
        first = find_run(first + 1, cnt);
    }
    return NULL;
}

static void *take(size_t cnt, enum page_tag tag, enum palloc_flags flags)
{
    return cnt == 1 ? take_one(tag, flags) : take_many(cnt, tag, flags);
}

static bool may_reclaim(enum palloc_flags flags)
{
    return !(flags & PAL_ATOMIC) && reclaim_hook != NULL && !intr_context() &&
           intr_get_level() == INTR_ON;
}

/* A page as it comes from the free list: in the debug build, nobody has written to it there. */
static void *prepare(void *page, size_t cnt, enum palloc_flags flags)
{
    for (size_t i = 0; i < cnt; i++) {
        struct free_page *free = (void *)((char *)page + i * PGSIZE);
        ASSERT(poison_intact(free + 1, PGSIZE - sizeof *free));
    }
    if (flags & PAL_ZERO)
        memset(page, 0, cnt * PGSIZE);
    return page;
}

/* Any page will do for one, so it is worth asking as long as the hook has pages to give; adjoining
 * ones may never come together however many are free. */
static void *reclaim_and_take(size_t cnt, enum page_tag tag, enum palloc_flags flags)
{
    void *page = NULL;
    size_t tries = cnt == 1 ? SIZE_MAX : RECLAIMS_PER_PAGE * cnt;
    while (page == NULL && cnt <= total && tries-- > 0 && reclaim_hook())
        page = take(cnt, tag, flags);
    return page;
}

static void *get(size_t cnt, enum page_tag tag, enum palloc_flags flags)
{
    ASSERT(tag > PAGE_RESERVED && tag < PAGE_TAGS);
    if (fail_nth("a page") && !(flags & PAL_ASSERT))
        return NULL;
    void *page = take(cnt, tag, flags);
    if (page == NULL && may_reclaim(flags))
        page = reclaim_and_take(cnt, tag, flags);
    if (page != NULL)
        return prepare(page, cnt, flags);
    if (flags & PAL_ASSERT)
        PANIC("out of pages: %zu wanted, %zu of %zu free", cnt, palloc_counts[PAGE_FREE], total);
    return NULL;
}

void *palloc_get_tagged(enum page_tag tag, enum palloc_flags flags)
{
    return get(1, tag, flags);
}

static enum page_tag default_tag(enum palloc_flags flags)
{
    return flags & PAL_USER ? PAGE_USER : PAGE_HEAP;
}

void *palloc_get_page(enum palloc_flags flags)
{
    return get(1, default_tag(flags), flags);
}

void *palloc_get_multiple(enum palloc_flags flags, size_t cnt)
{
    return cnt > 0 ? get(cnt, default_tag(flags), flags) : NULL;
}

/* The frame of an allocated PAGE. */
static size_t checked_frame(const void *page)
{
    size_t frame = frame_of(page);
    ASSERT(pg_ofs(page) == 0 && is_kernel_vaddr(page));
    ASSERT(frame < max_frame);
    ASSERT(tags[frame] > PAGE_KERNEL_IMAGE);
    return frame;
}

void palloc_free_page(void *page)
{
    size_t frame = checked_frame(page);
    poison_fill(page, PGSIZE);
    enum intr_level old = intr_disable();
    list_link(frame);
    retag(frame, PAGE_FREE);
    intr_set_level(old);
}

void palloc_free_multiple(void *pages, size_t cnt)
{
    for (size_t i = 0; i < cnt; i++)
        palloc_free_page((char *)pages + i * PGSIZE);
}

size_t palloc_give_back(void *start, void *end)
{
    size_t first = frame_of(pg_round_up(start)), last = vtop(end) >> PGBITS;
    enum intr_level old = intr_disable();
    for (size_t frame = first; frame < last; frame++) {
        ASSERT(tags[frame] == PAGE_KERNEL_IMAGE);
        if (frame < untouched) {
            poison_fill(page_of(frame), PGSIZE);
            list_link(frame);
        }
        retag(frame, PAGE_FREE);
    }
    intr_set_level(old);
    return last > first ? last - first : 0;
}

/* ---- Tags and counts --------------------------------------------------------------------- */

void palloc_set_tag(void *page, enum page_tag tag)
{
    ASSERT(tag > PAGE_KERNEL_IMAGE && tag < PAGE_TAGS);
    size_t frame = checked_frame(page);
    enum intr_level old = intr_disable();
    retag(frame, tag);
    intr_set_level(old);
}

enum page_tag palloc_tag(const void *page)
{
    return tags[checked_frame(page)];
}

size_t palloc_frames_total(void)
{
    return total;
}

size_t palloc_max_frame(void)
{
    return max_frame;
}

void palloc_set_reclaim(bool (*hook)(void))
{
    reclaim_hook = hook;
}

/* ---- Setting up -------------------------------------------------------------------------- */

/* What frame FRAME of RAM holds at first.  Frame 0 keeps the command line (boot.c). */
static enum page_tag initial_tag(size_t frame)
{
    if (frame == 0)
        return PAGE_KERNEL_IMAGE;
    if (frame < LOADER_KERN_BASE >> PGBITS || frame > frame_of((char *)tags + max_frame - 1))
        return PAGE_FREE;
    return frame < frame_of(pg_round_up(_end)) ? PAGE_KERNEL_IMAGE : PAGE_HEAP;
}

/* A memory map may list a page twice. */
static void add_frame(size_t frame)
{
    if (tags[frame] == PAGE_RESERVED) {
        retag(frame, initial_tag(frame));
        total++;
    }
}

void palloc_init(void)
{
    tags = (uint8_t *)_end;
    max_frame = boot_ram_end >> PGBITS;
    memset(tags, PAGE_RESERVED, max_frame);
    palloc_counts[PAGE_RESERVED] = max_frame;
    for (size_t i = 0; i < boot_range_count; i++) {
        const struct boot_range *range = &boot_ranges[i];
        for (size_t frame = range->start >> PGBITS; frame < range->end >> PGBITS; frame++)
            add_frame(frame);
    }
}

/* ---- Counters ---------------------------------------------------------------------------- */

#define FRAMES_GAUGE(name, expr, help)                                                             \
    static uint64_t name##_gauge(void)                                                             \
    {                                                                                              \
        return expr;                                                                               \
    }                                                                                              \
    KSTAT_GAUGE(name, "vm", #name, "frames", help, name##_gauge)

FRAMES_GAUGE(frames_total, palloc_frames_total(), "RAM in use by the kernel, whatever for");
FRAMES_GAUGE(frames_kernel_image, palloc_counts[PAGE_KERNEL_IMAGE], "kernel text, data and bss");
FRAMES_GAUGE(frames_kernel_heap, palloc_counts[PAGE_HEAP], "kernel heap and stacks");
FRAMES_GAUGE(frames_pagetables, palloc_counts[PAGE_TABLE], "page directories and tables");
FRAMES_GAUGE(frames_user, palloc_counts[PAGE_USER], "pages of programs");
FRAMES_GAUGE(frames_cache, palloc_counts[PAGE_CACHE], "file pages that nobody maps");
FRAMES_GAUGE(frames_free, palloc_counts[PAGE_FREE], "free");
