/* SPDX-License-Identifier: MIT
 * Logical pages: references, busy states, loading, dirty and accessed bits through every mapper.
 */
#include "vm/page.h"
#include <debug.h>
#include <string.h>
#include "threads/kstat.h"
#include "threads/malloc.h"
#include "threads/mmu.h"
#include "watchdog.h"

KSTAT_DEFINE(swap_ins, "vm", "swap_ins", "pages", "pages read from swap");

/* Waiters are told apart by page only coarsely: busy pages are few, and who wakes looks again. */
#define WAIT_QUEUES 16
static struct condition wait_queues[WAIT_QUEUES];

static struct condition *wait_queue(const struct mpage *page)
{
    return &wait_queues[((uintptr_t)page >> 5) % WAIT_QUEUES];
}

static struct page_work *works; /* vm_lock; the watchdog reads it in interrupt context. */

static struct thread *worker_of(const void *page)
{
    for (struct page_work *w = works; w != NULL; w = w->next)
        if (w->page == page)
            return w->thread;
    return NULL;
}

void page_init(void)
{
    watchdog_set_owner(WAIT_PAGE, worker_of);
    for (int i = 0; i < WAIT_QUEUES; i++)
        cond_init(&wait_queues[i]);
}

/* ---- References ---------------------------------------------------------------------------- */

struct mpage *page_create_anon(void)
{
    struct mpage *page = malloc_atomic(sizeof *page);
    if (page != NULL)
        *page = (struct mpage){.kind = MPAGE_ANON, .state = MPAGE_ABSENT, .place = SWAP_NONE};
    return page;
}

static void free_anon(struct mpage *page)
{
    if (page->state == MPAGE_RESIDENT)
        frame_free(frame_detach(page, false));
    if (page->place != SWAP_NONE)
        swap_free(page->place);
    free(page);
}

/* A discarded page: nobody can find it any more. */
static void free_orphan(struct file_page *fp)
{
    if (fp->page.state == MPAGE_RESIDENT)
        frame_free(frame_detach(&fp->page, false));
    free(fp);
}

/* A page that is being evicted is left to the evictor, which comes back here. */
void page_free_unused(struct mpage *page)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    if (page->refs > 0 || page->state == MPAGE_EVICTING)
        return;
    ASSERT(page->state != MPAGE_LOADING);
    if (page->kind == MPAGE_ANON) {
        free_anon(page);
    } else if (file_page(page)->vobj == NULL) {
        free_orphan(file_page(page));
    } else if (page->state == MPAGE_ABSENT) {
        cache_remove(file_page(page));
        free(file_page(page));
    }
}

/* ---- Busy states --------------------------------------------------------------------------- */

static bool is_busy(const struct mpage *page)
{
    return page->state == MPAGE_LOADING || page->state == MPAGE_EVICTING;
}

void page_work_begin(struct page_work *work, const struct mpage *page)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    bool counts = page->state == MPAGE_EVICTING;
    *work = (struct page_work){page, thread_current(), works, counts};
    works = work;
    frames_busy += counts;
}

void page_work_end(struct page_work *work)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    struct page_work **link = &works;
    while (*link != work)
        link = &(*link)->next;
    *link = work->next;
    if (work->counts) {
        frames_busy--;
        frame_changed();
    }
}

void page_set_state(struct mpage *page, enum mpage_state state)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    page->state = state;
    if (is_busy(page))
        return;
    if (page->wanted) {
        page->wanted = false;
        cond_broadcast(wait_queue(page), &vm_lock);
    }
}

void page_wait(struct mpage *page)
{
    struct wait_reason outer = thread_wait_begin(WAIT_PAGE, page, "a busy page");
    page->wanted = true;
    cond_wait(wait_queue(page), &vm_lock);
    thread_wait_end(outer);
}

/* ---- Loading ------------------------------------------------------------------------------- */

/* What an anonymous page holds, or a fresh file page. */
static int read_content(const struct mpage *page, void *kva)
{
    if (page->kind == MPAGE_FILE || page->place == SWAP_NONE) {
        memset(kva, 0, PGSIZE);
        return 0;
    }
    kstat_inc(&swap_ins);
    return swap_read(page->place, kva);
}

/* Loads one page alone.  vm_lock held, released meanwhile. */
static int load_single(struct mpage *page, struct page_group *group)
{
    struct frame *f = NULL;
    struct page_work work;
    page_set_state(page, MPAGE_LOADING); /* Before the I/O: a second loader waits for this one. */
    page_work_begin(&work, page);
    lock_release(&vm_lock);
    bool anon = page->kind == MPAGE_ANON;
    int err = frame_take(anon ? FRAME_USER : FRAME_CACHE, anon ? group : NULL, &f);
    if (err == 0)
        err = read_content(page, frame_kva(f));
    lock_acquire(&vm_lock);
    page_finish_load(page, f, err);
    page_work_end(&work);
    return err;
}

void page_finish_load(struct mpage *page, struct frame *f, int err)
{
    if (err == 0)
        frame_attach(f, page);
    else if (f != NULL)
        frame_free(f);
    page_set_state(page, err == 0 ? MPAGE_RESIDENT : MPAGE_ABSENT);
}

int page_load(struct mpage *page, bool fresh, struct page_group *group)
{
    lock_acquire(&vm_lock);
    ASSERT(page->refs > 0);
    while (is_busy(page))
        page_wait(page);
    int err = 0;
    if (page->state == MPAGE_RESIDENT)
        frame_pin(page->frame);
    else if (page->kind == MPAGE_FILE && !fresh)
        err = file_load(file_page(page), group);
    else
        err = load_single(page, group);
    lock_release(&vm_lock);
    return err;
}

/* ---- Dirty and accessed, through every mapper ---------------------------------------------- */

/* Which of BITS do the copies of U's PTE have that are kept elsewhere?  CLEAR takes them away. */
static inline uint32_t bits_of_copies(const struct upage *u, uint32_t pte, uint32_t bits,
                                      bool clear)
{
    struct aspace *as = upage_aspace(u);
    if (__builtin_expect(as->notifiers == NULL, 1))
        return 0;
    return aspace_notify_test(as, upage_addr(u), pte_frame(pte), bits, clear);
}

/* Does U's PTE, or a copy of it, have BIT? */
static inline bool mapper_has(const struct upage *u, uint32_t bit)
{
    const uint32_t *pte = pte_find(u);
    return pte != NULL && (*pte & PTE_P) && ((*pte & bit) || bits_of_copies(u, *pte, bit, false));
}

/* The same, and takes the bit away. */
static inline bool mapper_take(const struct upage *u, uint32_t bit)
{
    uint32_t *pte = pte_find(u);
    if (pte == NULL || !(*pte & PTE_P))
        return false;
    uint32_t had = (*pte & bit) | bits_of_copies(u, *pte, bit, true);
    if (*pte & bit) {
        *pte &= ~bit;
        mmu_invalidate((void *)upage_addr(u));
    }
    return had;
}

bool page_is_dirty(const struct mpage *page)
{
    if (page->dirty)
        return true;
    for (const struct upage *u = page->mappers; u != NULL; u = u->map_next)
        if (mapper_has(u, PTE_D))
            return true;
    return false;
}

void page_fold_dirty(struct mpage *page)
{
    for (const struct upage *u = page->mappers; u != NULL; u = u->map_next)
        if (mapper_take(u, PTE_D))
            page->dirty = true;
}

bool page_test_and_clear_referenced(struct mpage *page)
{
    bool referenced = page->frame->referenced;
    page->frame->referenced = false;
    for (const struct upage *u = page->mappers; u != NULL; u = u->map_next)
        if (mapper_take(u, PTE_A))
            referenced = true;
    return referenced;
}

bool page_referenced(const struct mpage *page)
{
    if (page->frame->referenced)
        return true;
    for (const struct upage *u = page->mappers; u != NULL; u = u->map_next)
        if (mapper_has(u, PTE_A))
            return true;
    return false;
}

void page_unmap_all(struct mpage *page)
{
    for (const struct upage *u = page->mappers; u != NULL; u = u->map_next)
        pte_clear(u);
}
