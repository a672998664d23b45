/* SPDX-License-Identifier: MIT
 * Page faults.
 *
 * A fault is resolved by one attempt under as_lock and vm_lock that never sleeps for anything else:
 * attempt() either maps the page, or says what it needs first.  The need is met with no lock held
 * (by reading a page, evicting one, giving a page its place in its file), and what was got for it
 * goes into the fault's kit: a page held and pinned, a frame.  Then everything is looked up again,
 * since anything may have changed.  So a fault that needs I/O never blocks one that does not, and
 * there is no half-done state to undo.  A PTE is written last, when its page's data is there.
 *
 * Who must wait for others to give back pages first gives back its own kit: two faults that each
 * hold what the other needs cannot block each other.
 */
#include <debug.h>
#include <errno.h>
#include <string.h>
#include "threads/kstat.h"
#include "threads/mmu.h"
#include "vm/page.h"

KSTAT_DEFINE(page_faults, "vm", "page_faults", "faults", "page faults on user addresses");
KSTAT_DEFINE(zero_fills, "vm", "zero_fills", "pages", "zero pages made");
KSTAT_DEFINE(cow_copies, "vm", "cow_copies", "pages",
             "file or shared pages copied for a private mapping");
KSTAT_DEFINE(stack_growths, "vm", "stack_growths", "faults", "faults that extended a stack");
KSTAT_DEFINE(minor_maps, "vm", "minor_maps", "pages", "resident pages mapped without I/O");

enum need {
    NEED_NOTHING, /* Resolved. */
    NEED_PAGE,    /* kit->held RESIDENT: it has a reference now. */
    NEED_FRAME,   /* A frame in kit->spare. */
    NEED_ROOM,    /* A user frame fewer, to map one from the cache or for a page table. */
    NEED_PLACE,   /* kit->held, a file page, placed on its device. */
    NEED_MEMORY,  /* Kernel memory without sleeping. */
};

struct fault {
    struct aspace *as;
    const struct region *region; /* During an attempt. */
    uintptr_t addr;              /* Of the page. */
    bool write;
    bool force;     /* The kernel's own write: rights do not matter. */
    bool gave_back; /* Its group gave back what it has above `high`, as far as it could. */

    /* The kit. */
    struct mpage *held;  /* A reference is held. */
    bool pinned;         /* …and a pin on its frame. */
    struct frame *spare; /* Pinned once, of use USER. */
};

/* ---- The kit -------------------------------------------------------------------------------- */

static void drop_held(struct fault *f)
{
    if (f->held == NULL)
        return;
    if (f->pinned)
        frame_unpin(f->held->frame);
    page_unref(f->held);
    f->held = NULL;
    f->pinned = false;
}

static void hold(struct fault *f, struct mpage *page)
{
    if (f->held != page) {
        drop_held(f);
        page_ref(page);
        f->held = page;
    }
}

/* vm_lock held. */
static void drop_kit(struct fault *f)
{
    drop_held(f);
    if (f->spare != NULL)
        frame_free(f->spare);
    f->spare = NULL;
}

static enum need need_page(struct fault *f, struct mpage *page)
{
    hold(f, page);
    return NEED_PAGE;
}

/* A spare frame without sleeping, if there is one. */
static bool have_spare(struct fault *f)
{
    if (f->spare == NULL)
        f->spare = frame_try_take(FRAME_USER, f->as->group);
    return f->spare != NULL;
}

/* ---- One attempt: all under as_lock and vm_lock -------------------------------------------- */

/* Maps U's resident page for the access.  The accessed bit is set for the CPU, so that the page is
 * not taken for an idle one before the access is tried again.  Another thread may have mapped and
 * written the page since this one faulted: what its entry has stays. */
static void map(const struct fault *f, const struct upage *u, bool writable)
{
    uint32_t *pte = pte_find(u);
    uint32_t had = *pte & PTE_P ? *pte & (PTE_W | PTE_D) : 0, right = writable ? PTE_W : 0;
    if (writable && f->as->notifiers != NULL && !aspace_notify_changing(f->as, f->addr, f->write))
        right = PTE_WATCHED;
    *pte = vtop(frame_kva(u->page->frame)) | PTE_P | PTE_U | PTE_A | had | right;
    mmu_invalidate((void *)f->addr);
}

/* Is there room for one more frame that does not come from the kit? */
static bool have_room(struct fault *f)
{
    struct page_group *g = f->as->group;
    return frame_has_room(FRAME_USER, g) && (f->gave_back || page_group_high(g) == NULL);
}

/* Makes sure that the page has a page table. */
static enum need need_table(struct fault *f)
{
    if (pte_has_table(f->as, f->addr))
        return NEED_NOTHING;
    if (f->as->group != NULL && !have_room(f))
        return NEED_ROOM;
    return pte_make_table(f->as, f->addr) ? NEED_NOTHING : NEED_MEMORY;
}

/* A new anonymous page in the spare frame, which the caller has filled; NULL without memory. */
static struct mpage *adopt_spare(struct fault *f)
{
    struct mpage *page = page_create_anon();
    if (page == NULL)
        return NULL;
    page_ref(page);
    struct frame *frame = f->spare;
    f->spare = NULL;
    frame_attach(frame, page);
    page->state = MPAGE_RESIDENT; /* Nobody can be waiting for it yet. */
    frame_unpin(frame);
    return page;
}

static enum need map_zero(struct fault *f)
{
    enum need need = need_table(f);
    if (need != NEED_NOTHING)
        return need;
    if (!have_spare(f))
        return NEED_FRAME;
    frame_zero(f->spare);
    struct mpage *page = adopt_spare(f);
    struct upage *u = page != NULL ? spt_insert(f->as, f->addr, page) : NULL;
    if (u == NULL) {
        if (page != NULL)
            page_unref(page);
        return NEED_MEMORY;
    }
    kstat_inc(&zero_fills);
    map(f, u, f->region->writable);
    return NEED_NOTHING;
}

/* The address space's own copy of the first BYTES of SOURCE, zeros after them, takes its place (U)
 * or becomes known (U is NULL). */
static enum need map_copy(struct fault *f, struct upage *u, struct mpage *source, size_t bytes)
{
    enum need need = need_table(f);
    if (need != NEED_NOTHING)
        return need;
    if (!have_spare(f))
        return NEED_FRAME;
    char *kva = frame_kva(f->spare);
    memcpy(kva, frame_kva(source->frame), bytes);
    memset(kva + bytes, 0, PGSIZE - bytes);
    struct mpage *page = adopt_spare(f);
    if (page == NULL)
        return NEED_MEMORY;
    page->dirty = true; /* Nowhere else is this page's content. */
    source->frame->referenced = true;
    if (u != NULL) {
        spt_replace(u, page);
    } else if ((u = spt_insert(f->as, f->addr, page)) == NULL) {
        page_unref(page);
        return NEED_MEMORY;
    }
    kstat_inc(&cow_copies);
    map(f, u, f->region->writable);
    return NEED_NOTHING;
}

/* How many bytes of the page at ADDR come from the region's file. */
static size_t file_bytes_of(const struct region *r, uintptr_t addr)
{
    size_t ofs = addr - r->start;
    if (r->vobj == NULL || ofs >= r->file_bytes)
        return 0;
    return r->file_bytes - ofs < PGSIZE ? r->file_bytes - ofs : PGSIZE;
}

/* Pages past the end of a shared file are nobody's: there is nothing to share, and nothing of them
 * was promised. */
static bool is_past_end(const struct region *r, uintptr_t addr)
{
    return r->kind == REGION_SHARED && r->shm == NULL && file_bytes_of(r, addr) == 0;
}

/* May U's page be written where it is?  A private page may if nobody else maps it. */
static bool writable_in_place(const struct fault *f, const struct upage *u)
{
    const struct mpage *page = u->page;
    if (f->region->kind == REGION_SHARED)
        return page->kind == MPAGE_ANON || page->place != VOBJ_HOLE;
    return page->kind == MPAGE_ANON && page->mappers == u && u->map_next == NULL;
}

/* The page is known to the address space. */
static enum need map_known(struct fault *f, struct upage *u)
{
    struct mpage *page = u->page;
    if (page->state != MPAGE_RESIDENT)
        return need_page(f, page);
    bool in_place = writable_in_place(f, u);
    if (f->write && !in_place) {
        if (f->region->kind != REGION_SHARED)
            return map_copy(f, u, page, PGSIZE);
        hold(f, page);
        return NEED_PLACE;
    }
    enum need need = need_table(f);
    if (need != NEED_NOTHING)
        return need;
    kstat_inc(&minor_maps);
    /* A shared page is mapped writable only for a write: so its D bits come from pages meant. */
    bool writable = f->region->writable && in_place && (f->write || page->kind == MPAGE_ANON);
    map(f, u, writable);
    return NEED_NOTHING;
}

/* The first touch of a page that comes from a file. */
static enum need map_new_file(struct fault *f, size_t bytes)
{
    const struct region *r = f->region;
    uint32_t index = r->first_page + ((f->addr - r->start) >> PGBITS);
    struct file_page *fp = cache_get(r->vobj, index);
    if (fp == NULL)
        return NEED_MEMORY;
    if (fp->page.state != MPAGE_RESIDENT)
        return need_page(f, &fp->page);
    /* A private page that gets written, or that ends in zeros of its own, is copied at once. */
    if (r->kind != REGION_SHARED && (f->write || (bytes < PGSIZE && r->zero_tail)))
        return map_copy(f, NULL, &fp->page, bytes);
    if (fp->page.frame->use != FRAME_USER && !have_room(f)) {
        hold(f, &fp->page);
        return NEED_ROOM;
    }
    page_ref(&fp->page);
    struct upage *u = spt_insert(f->as, f->addr, &fp->page);
    if (u == NULL) {
        page_unref(&fp->page);
        return NEED_MEMORY;
    }
    return map_known(f, u);
}

/* The first touch, by this address space, of a page of shared memory. */
static enum need map_shared(struct fault *f)
{
    const struct region *r = f->region;
    size_t index = r->first_page + ((f->addr - r->start) >> PGBITS);
    struct mpage *page = shm_page(r->shm, index);
    if (page == NULL) {
        enum need need = map_zero(f);
        if (need == NEED_NOTHING)
            shm_set_page(r->shm, index, spt_find(f->as, f->addr)->page);
        return need;
    }
    if (page->state != MPAGE_RESIDENT)
        return need_page(f, page);
    page_ref(page);
    struct upage *u = spt_insert(f->as, f->addr, page);
    if (u == NULL) {
        page_unref(page);
        return NEED_MEMORY;
    }
    return map_known(f, u);
}

static enum need attempt(struct fault *f)
{
    struct upage *u = spt_find(f->as, f->addr);
    if (u != NULL)
        return map_known(f, u);
    if (f->region->shm != NULL)
        return map_shared(f);
    size_t bytes = file_bytes_of(f->region, f->addr);
    return bytes > 0 ? map_new_file(f, bytes) : map_zero(f);
}

/* ---- Meeting a need: no lock held ---------------------------------------------------------- */

static int make_resident(struct fault *f)
{
    int err = page_load(f->held, false, f->as->group);
    f->pinned = err == 0;
    return err;
}

static int make_placed(struct fault *f)
{
    int err = f->pinned ? 0 : make_resident(f);
    return err == 0 ? cache_place(file_page(f->held)) : err;
}

static int meet(struct fault *f, enum need need)
{
    switch (need) {
    case NEED_PAGE:
        ASSERT(!f->pinned);
        return make_resident(f);
    case NEED_FRAME:
        return frame_take(FRAME_USER, f->as->group, &f->spare);
    case NEED_ROOM:
        f->gave_back = true;
        return frame_make_room(FRAME_USER, f->as->group);
    case NEED_PLACE:
        return make_placed(f);
    case NEED_MEMORY:
        return frame_make_memory();
    case NEED_NOTHING:
        break;
    }
    return 0;
}

/* The region for the access, growing the stack, or NULL with *ERR.  as_lock held. */
static const struct region *find_region(struct fault *f, uintptr_t fault_addr, uintptr_t user_esp,
                                        int *err)
{
    const struct region *r = region_find(f->as, f->addr);
    *err = -EFAULT;
    if (r == NULL) {
        r = region_grow_stack(f->as, fault_addr, user_esp);
        if (r != NULL)
            kstat_inc(&stack_growths);
    }
    bool allowed = r != NULL && (f->write ? r->writable : r->readable) && !is_past_end(r, f->addr);
    if (!allowed && !(r != NULL && f->force && r->kind != REGION_SHARED))
        r = NULL;
    if (f->as->doomed) {
        *err = -ENOMEM;
        r = NULL;
    }
    return r;
}

/* ERR, which meeting a need gave: what to do about it.  0: try again. */
static int give_back_and_retry(struct fault *f, int err, struct vm_tries *tries)
{
    lock_acquire(&vm_lock);
    drop_kit(f);
    lock_release(&vm_lock);
    return vm_retry(err, f->as, false, tries);
}

int fault_resolve(struct aspace *as, uintptr_t addr, bool write, bool force, uintptr_t user_esp)
{
    struct fault f = {.as = as, .addr = addr & ~(uintptr_t)PGMASK, .write = write, .force = force};
    struct vm_tries tries = {0};
    enum need need = NEED_NOTHING;
    int err;
    do {
        lock_acquire(&as->as_lock);
        f.region = find_region(&f, addr, user_esp, &err);
        lock_acquire(&vm_lock);
        if (f.region != NULL) {
            need = attempt(&f);
            err = 0;
        }
        if (f.region == NULL || need == NEED_NOTHING)
            drop_kit(&f);
        lock_release(&vm_lock);
        lock_release(&as->as_lock);
        if (err != 0 || need == NEED_NOTHING)
            return err;
        err = meet(&f, need);
        if (err != 0)
            err = give_back_and_retry(&f, err, &tries);
    } while (err == 0);
    return err;
}

int vm_fault(struct aspace *as, uintptr_t addr, bool write, uintptr_t user_esp)
{
    ASSERT(as->magic == ASPACE_MAGIC);
    kstat_inc(&page_faults);
    return fault_resolve(as, addr, write, false, user_esp);
}
