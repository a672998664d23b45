/* SPDX-License-Identifier: MIT
 * What vm/ is made of: logical pages, frames, the supplementary page table, regions.
 *
 *   process ── aspace ──┬─ region ─ region ─ …        promises: what may be at which address
 *                       ├─ page directory             what the CPU sees now
 *                       └─ spt ── upage ── upage …    what was touched
 *                                   │
 *                                 mpage ── frame      one page of content; where it is now
 *                                   └─ swap slot / place in a file
 *
 * An mpage is one logical page of content, wherever it is.  Its life:
 *
 *     ABSENT ──page_load()──> LOADING ──> RESIDENT ──pageout──> EVICTING ──> ABSENT
 *                                └─ I/O error: ABSENT             └─ wanted or error: RESIDENT
 *
 * The two busy states belong to one thread, which does its I/O without vm_lock; everyone else waits
 * with page_wait() and looks the page up again.  RESIDENT pages have a frame, the others none.  The
 * swap slot belongs to the mpage, not to a process: so one swap-in serves every sharer, and a page
 * that was swapped in and not written since leaves without I/O.
 *
 * A upage says that one address space has a certain mpage at a certain address, present in the page
 * directory or not; the upages of an mpage are its reverse map.  An mpage lives while it has
 * references: one for each upage, one for each temporary hold.  A FILE page is also kept while it
 * is resident.
 *
 * Invariants (vm/audit.c checks them in the debug build):
 *   - refs = mappers + holds; a present PTE maps the frame of a RESIDENT page;
 *   - each frame in use belongs to one RESIDENT page, and each swap slot to one page;
 *   - a PTE is writable only if its page may be changed in place: shared and placed in its file,
 *     or anonymous with no second upage.
 */
#ifndef VM_PAGE_H
#define VM_PAGE_H

#include <list.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "devices/block.h"
#include "threads/pte.h"
#include "threads/synch.h"
#include "threads/vaddr.h"
#include "vm/evict/evict.h"
#include "vm/group.h"
#include "vm/notifier.h"
#include "vm/vm.h"
#include "vm/vobj.h"

/* Guards every upage, mpage, frame, user PTE, the page cache's index and the swap map.  A sleeping
 * lock; never held across I/O.  Taken after as_lock and file-system locks. */
extern struct lock vm_lock;

#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

/* ---- Frames (frame.c) ---------------------------------------------------------------------- */

/* Who a frame counts for.  USER frames hold mapped and anonymous pages and are limited by -ul;
 * CACHE frames hold file pages that nobody maps and are limited by -cache. */
enum frame_use { FRAME_USER, FRAME_CACHE, FRAME_USES };

struct mpage;

/* One physical page; the array is indexed by frame number.  All under vm_lock. */
struct frame {
    struct mpage *page;       /* NULL: not vm's, or being filled. */
    struct evict_entry entry; /* In the set of its use and group while RESIDENT. */
    struct page_group *group; /* What a USER frame is charged to; NULL: to none. */
    uint16_t pins;            /* Not to be evicted while above 0. */
    uint8_t use : 1;          /* enum frame_use. */
    bool referenced : 1;      /* Used through the page cache since last asked. */
    bool stuck : 1;           /* Its last write failed: not chosen until frame_forgive(). */
};

void frame_init(const struct evict_policy *policy, uint64_t seed);
static inline void *frame_kva(const struct frame *frame);

/* A frame for USE, charged to GROUP (USER only; NULL: to none), pinned once, with no page; NULL if
 * there is none without evicting.  vm_lock held. */
struct frame *frame_try_take(enum frame_use use, struct page_group *group);
/* The same, evicting as needed, without vm_lock.  0; -ENOMEM when memory and swap ended; -EDQUOT
 * when the group has no room, and no page that could leave; -EAGAIN when every page is in use right
 * now: give back what you hold, frame_wait_change(), try again.  Sleeps. */
int frame_take(enum frame_use use, struct page_group *group, struct frame **frame);
/* Above `high`, GROUP gives back what is too much, and room for one more, as far as it can.  No
 * lock held; sleeps. */
void frame_give_back_own(struct page_group *group);
/* Makes room for one more frame of USE and GROUP, without taking it.  Results as frame_take(). */
int frame_make_room(enum frame_use use, struct page_group *group);
/* The most USER frames that may be in use, given that AVAILABLE could be had. */
size_t frame_user_limit(size_t available);
/* Evicts until the kernel's reserve of free frames is whole.  Results as frame_take().  No lock
 * held; sleeps. */
int frame_make_memory(void);
/* Evicts one page of either use, the cache's first, or frees one that is kept (notifier.h). Results
 * as pageout_one().  No lock held; sleeps. */
int frame_reclaim(void);
/* Is there room for another frame of USE under its limit, and in GROUP?  vm_lock held. */
bool frame_has_room(enum frame_use use, struct page_group *group);
/* Frees a frame that holds no page.  vm_lock held. */
void frame_free(struct frame *frame);
/* Gives FRAME to PAGE, which becomes evictable by the policy.  vm_lock held. */
void frame_attach(struct frame *frame, struct mpage *page);
/* Takes its frame from a page; EVICTED tells the policy an eviction from an end.  vm_lock held. */
struct frame *frame_detach(struct mpage *page, bool evicted);
/* Counts FRAME for USE from now on, and charges it to GROUP if that is USER.  vm_lock held. */
void frame_set_use(struct frame *frame, enum frame_use use, struct page_group *group);
/* Charges a USER frame to another group.  vm_lock held. */
void frame_set_group(struct frame *frame, struct page_group *group);
/* Queues FRAME anew in its set, as if its page had just come.  vm_lock held. */
void frame_requeue(struct frame *frame);
/* Pins: see RESIDENT and pin under one hold of vm_lock. */
void frame_pin(struct frame *frame);
void frame_unpin(struct frame *frame);
/* Waits until some pin ends, some eviction ends or some frame is freed.  vm_lock held; sleeps.
 * Returns false at once if nothing of the kind is going on. */
bool frame_wait_change(void);
/* Tells those who wait so.  vm_lock held. */
void frame_changed(void);
/* Frames that are pinned, and evictions. */
extern unsigned frames_busy;
extern struct evict_set
    frame_sets[FRAME_USES]; /* USER: of the groups that have none of their own. */
/* Makes SET one that frames can be in, under the policy of all the others. */
void frame_set_init(struct evict_set *set);
/* The set that FRAME is in, or would be. */
static inline struct evict_set *frame_set(const struct frame *frame)
{
    return frame->group != NULL ? frame->group->set : &frame_sets[frame->use];
}
struct frame *frame_of_entry(struct evict_entry *entry);
extern struct frame *frames;

static inline void *frame_kva(const struct frame *frame)
{
    return ptov((uintptr_t)(frame - frames) << PGBITS);
}

/* Fills FRAME with zeros. */
static inline void frame_zero(const struct frame *frame)
{
    void *kva = frame_kva(frame);
    size_t words = PGSIZE / 4;
    __asm__ volatile("rep stosl" : "+D"(kva), "+c"(words) : "a"(0) : "memory");
}

/* Lets pages be chosen again whose last write failed, though not twice in a second.  Were there
 * any? vm_lock held. */
bool frame_forgive(void);

/* Is all that reclaiming does now, in GROUP or for NULL in all, to take pages that are read again
 * at once?  Until somebody ends for it, which the second function notes.  vm_lock held. */
bool frame_evicts_in_vain(const struct page_group *group);
void frame_reset_in_vain(void);

/* Brings the page cache back under -cache, after pages lost their last mapper.  No lock held;
 * sleeps. */
void frame_trim_cache(void);

/* ---- Pageout (pageout.c) -------------------------------------------------------------------- */

/* Evicts one page whose frame counts for USE.  0: a frame became free; -EAGAIN: nothing can leave
 * right now, but something is going on; -ENOMEM: nothing can leave at all.  No lock held; sleeps.
 */
int pageout_one(enum frame_use use);
/* The same for what is charged to GROUP or below it, whatever others do; -EDQUOT for -ENOMEM.  It
 * may be a page that is kept (notifier.h). */
int pageout_group(struct page_group *group);

/* ---- Logical pages (page.c) ----------------------------------------------------------------- */

void page_init(void);

enum mpage_kind { MPAGE_ANON, MPAGE_FILE };
enum mpage_state { MPAGE_ABSENT, MPAGE_LOADING, MPAGE_RESIDENT, MPAGE_EVICTING };

struct upage;

/* One page of content.  All under vm_lock. */
struct mpage {
    uint8_t kind;
    uint8_t state;
    bool dirty;      /* Newer than its slot or file; the mappers' D bits may say so too. */
    bool wanted : 1; /* Someone waits for the busy state to end. */
    bool shared : 1; /* Anonymous, of shared memory: never copied on write. */
    uint32_t refs;
    struct frame *frame; /* While RESIDENT or EVICTING. */
    struct upage *mappers;
    uint32_t
        place; /* ANON: swap slot or SWAP_NONE.  FILE: first sector or VOBJ_HOLE if it has none. */
    uint32_t ghost;      /* The policy's word from the last eviction. */
    uint32_t evicted_at; /* Evictions in its set at that time (0: never). */
};

/* A page of a vobj.  ORPHAN pages were discarded while someone held them: vobj is NULL. */
struct file_page {
    struct mpage page;
    struct vobj *vobj;
    uint32_t index;
    struct file_page *hash_next;
    struct list_elem elem; /* In vobj->pages. */
};

static inline struct file_page *file_page(struct mpage *page)
{
    return container_of(page, struct file_page, page);
}

/* A new anonymous page: ABSENT, no slot, no reference, that is, zeros.  NULL if the heap has none
 * without sleeping. */
struct mpage *page_create_anon(void);
/* One reference more, or less.  The last one frees an anonymous page, and an absent file page.
 * vm_lock held. */
static inline void page_ref(struct mpage *page)
{
    page->refs++;
}
/* Frees PAGE if nothing refers to it and it holds nothing worth keeping.  vm_lock held. */
void page_free_unused(struct mpage *page);
static inline void page_unref(struct mpage *page)
{
    ASSERT(page->refs > 0);
    if (--page->refs == 0)
        page_free_unused(page);
}
/* Who is at work on a busy page: on the worker's stack, so that the watchdog can name it. */
struct page_work {
    const struct mpage *page;
    struct thread *thread;
    struct page_work *next;
    bool counts; /* In frames_busy: it is an eviction. */
};
/* Begins and ends the work on a LOADING or EVICTING page.  A load is nothing to wait for when
 * frames are wanted: while it has none it wants one itself, and one that it has is pinned.  vm_lock
 * held. */
void page_work_begin(struct page_work *work, const struct mpage *page);
void page_work_end(struct page_work *work);
/* The end of LOADING: PAGE gets frame F, whose one pin becomes the caller's, or stays ABSENT after
 * an error (F may be NULL then).  vm_lock held. */
void page_finish_load(struct mpage *page, struct frame *f, int err);
/* Waits for the end of a busy state.  vm_lock held (released while waiting): hold a reference, or
 * do not touch PAGE afterwards. */
void page_wait(struct mpage *page);
/* Ends a busy state: wakes those who wait.  vm_lock held. */
void page_set_state(struct mpage *page, enum mpage_state state);
/* Makes PAGE, to which the caller holds a reference, RESIDENT and pins it, reading it if needed
 * (FRESH: its old content does not matter, zeros do), for GROUP.  0, -EIO, or as frame_take().
 * No lock held; sleeps. */
int page_load(struct mpage *page, bool fresh, struct page_group *group);
/* Is the content newer than on the disk?  Looks at every mapper's D bit.  vm_lock held. */
bool page_is_dirty(const struct mpage *page);
/* Clears the mappers' D bits and folds them into page->dirty.  vm_lock held. */
void page_fold_dirty(struct mpage *page);
/* Tests and clears the accessed bits of every mapper and of the frame.  vm_lock held. */
bool page_test_and_clear_referenced(struct mpage *page);
bool page_referenced(const struct mpage *page);
/* Takes PAGE out of every page directory, folding dirty bits; the upages stay.  vm_lock held. */
void page_unmap_all(struct mpage *page);

/* ---- The page cache (vobj.c) ---------------------------------------------------------------- */

void cache_init(void);
/* The page of VOBJ at INDEX, created ABSENT if it is new; NULL if the heap has none without
 * sleeping. No reference is taken.  vm_lock held. */
struct file_page *cache_get(struct vobj *vobj, uint32_t index);
struct file_page *cache_find(const struct vobj *vobj, uint32_t index);
/* Forgets PAGE, which is ABSENT and has no reference, or is about to become an orphan.  vm_lock
 * held. */
void cache_remove(struct file_page *page);
/* Gives PAGE, which the caller has pinned, a place on the device, so that it may become dirty.
 * 0, -EIO, -ENOSPC, or -EAGAIN: it was discarded.  No lock held; sleeps. */
int cache_place(struct file_page *page);
/* Where PAGE lies: as vobj_ops.locate, which it asks only if need be; -EAGAIN: it was discarded.
 * The page is busy or a reference is held.  No lock held; sleeps. */
int cache_locate(struct file_page *page, bool allocate, block_sector_t *sector);

/* Makes zeros of what PAGE, which is about to be written, holds past its file's end.  vm_lock held.
 */
void cache_cut_tail(struct file_page *page);

/* Reads PAGE, which is ABSENT, and pins it; with it the pages after it, if the file is being read
 * in order (file_load.c).  Results as page_load().  vm_lock held, released meanwhile. */
int file_load(struct file_page *page, struct page_group *group);
/* A reader in order has come to VOBJ's page `ahead_from`: begins to read what follows the last page
 * that was read, by a thread of its own.  vm_lock held. */
void file_ahead(struct vobj *vobj);
void file_load_init(void);

/* ---- Swap (swap.c) ------------------------------------------------------------------------- */

#define SWAP_NONE UINT32_MAX
#define SWAP_CLUSTER 16 /* Pages written by one command, at most. */

void swap_attach(struct block *dev);
/* COUNT adjoining slots, fewer if there is no such run: *GOT says how many.  SWAP_NONE: full.
 * vm_lock held. */
uint32_t swap_alloc(unsigned count, unsigned *got);
void swap_free(uint32_t slot);
size_t swap_free_slots(void);
size_t swap_total_slots(void);
bool swap_slot_in_use(uint32_t slot);
/* Device I/O.  0 or -EIO.  No lock held; sleeps. */
int swap_read(uint32_t slot, void *kva);
int swap_write(uint32_t first, const struct block_seg *segs, unsigned count);

/* ---- Address spaces (aspace.c, spt.c, fault.c) ---------------------------------------------- */

struct shm;

/* One stretch of an address space.  Under as_lock. */
struct region {
    struct region *next; /* By address. */
    uintptr_t start, end;
    struct vobj *vobj;   /* A reference is held. */
    struct shm *shm;     /* Anonymous and SHARED: where its pages are.  A reference is held. */
    uint32_t first_page; /* Of vobj or shm. */
    size_t file_bytes;
    uint8_t kind; /* enum region_kind. */
    bool readable, writable;
    bool never_writable; /* mprotect() may not make it writable. */
    bool writer;         /* It counts in vobj->writers. */
    bool zero_tail;      /* The file ends before the region: the rest of its last page is zeros. */
    bool promised;       /* Memory and swap for each of its pages are promised. */
};

struct spt_leaf;

/* One supplementary page table entry; it lies in its leaf.  Under vm_lock. */
struct upage {
    struct spt_leaf *leaf;
    struct mpage *page;                 /* NULL: no such entry. */
    struct upage *map_next, **map_prev; /* Link in page->mappers. */
};

#define LEAF_PAGES 16
#define LEAF_SPAN ((uintptr_t)LEAF_PAGES * PGSIZE)

/* The entries of 16 adjoining pages.  Under vm_lock. */
struct spt_leaf {
    struct spt_leaf *next; /* In its bucket. */
    struct aspace *as;
    uintptr_t base; /* Address of the first page: a multiple of LEAF_SPAN. */
    uint32_t *ptes; /* The PTE of the first page, once there is a page table. */
    uint32_t used;  /* Entries with a page. */
    struct upage u[LEAF_PAGES];
};

static inline struct aspace *upage_aspace(const struct upage *u)
{
    return u->leaf->as;
}

static inline uintptr_t upage_addr(const struct upage *u)
{
    return u->leaf->base + ((uintptr_t)(u - u->leaf->u) << PGBITS);
}

struct aspace {
    /* as_lock: */
    struct lock as_lock;
    struct region *regions;

    /* vm_lock: */
    uint32_t *pagedir;
    struct spt_leaf **leaves; /* Hash by base address, leaf_mask + 1 buckets. */
    size_t leaf_mask, leaf_count;
    struct spt_leaf *last_leaf; /* The one found last, or NULL. */
    size_t upages;
    size_t tables;                     /* Page tables. */
    struct page_group *group;          /* What its pages and tables are charged to, or NULL. */
    struct list_elem elem;             /* In the list of all address spaces. */
    unsigned visitors;                 /* Threads that reclaim from it: not to be freed yet. */
    struct aspace_notifier *notifiers; /* Who keeps copies of its PTEs: seldom anyone. */
    bool doomed;
    uint8_t grace; /* Doomed: ticks that others of its group still wait for its end. */

    const char *name; /* For messages; fixed before it runs. */
    uint32_t magic;
};
#define ASPACE_MAGIC 0x61737063u

extern struct list aspaces; /* vm_lock. */

/* vm_lock held for all of these. */
struct upage *spt_find(struct aspace *as, uintptr_t addr);
/* NULL if the heap has none without sleeping.  Takes the caller's reference on PAGE. */
struct upage *spt_insert(struct aspace *as, uintptr_t addr, struct mpage *page);
/* Removes U from the table, the directory and its page's mappers, and drops the reference. */
void spt_remove(struct upage *u);
/* U stands for PAGE from now on; takes the caller's reference on it. */
void spt_replace(struct upage *u, struct mpage *page);
bool spt_init(struct aspace *as);
/* Takes the pages in [START, END) out of the page directory; they fault anew, with new rights.  No
 * lock held. */
void spt_unmap_range(struct aspace *as, uintptr_t start, uintptr_t end);
/* Gives CHILD, which is empty, PARENT's private pages, from now on copied on write.  0 or -ENOMEM.
 * Called with PARENT's as_lock, without vm_lock; sleeps. */
int spt_fork(struct aspace *parent, struct aspace *child);
/* Removes the upages in [START, END), sleeping now and then.  Called without vm_lock. */
void spt_remove_range(struct aspace *as, uintptr_t start, uintptr_t end);

/* U's PTE, or NULL if there is no page table. */
uint32_t *pte_find(const struct upage *u);
/* Is there a page table for ADDR? */
bool pte_has_table(const struct aspace *as, uintptr_t addr);
/* Makes sure that there is a page table for ADDR.  False if there is no frame for it without
 * sleeping. */
bool pte_make_table(struct aspace *as, uintptr_t addr);
/* Takes U's PTE out, if there is one, and folds its dirty bit into the page. */
void pte_clear(const struct upage *u);
/* U's PTE becomes PTE_WATCHED if it is writable.  vm_lock held. */
void pte_watch(const struct upage *u);

/* Promises PAGES more pages of memory or swap: false if they could not all be kept.  No lock
 * needed. */
bool commit_reserve(size_t pages);
void commit_release(size_t pages);

/* The region of AS around ADDR, or NULL.  as_lock held. */
struct region *region_find(const struct aspace *as, uintptr_t addr);
/* Extends the stack region down to ADDR's page if the access looks like a push; NULL if not. */
struct region *region_grow_stack(struct aspace *as, uintptr_t addr, uintptr_t user_esp);
/* Ends R, which is on no list any more.  No lock held; sleeps. */
void region_free(struct region *r);
/* A region like R for another address space, on no list; NULL: no memory or promise.  Sleeps. */
struct region *region_copy(const struct region *r);

/* Shared anonymous memory (shm.c): pages that several regions share, touched or not. */
struct shm *shm_create(size_t pages);
void shm_ref(struct shm *shm);
/* The last one frees the pages.  No lock held; sleeps. */
void shm_unref(struct shm *shm);
/* Page INDEX, NULL if it was never touched.  vm_lock held. */
struct mpage *shm_page(const struct shm *shm, size_t index);
/* Makes PAGE, new and anonymous, page INDEX; takes a reference of its own.  vm_lock held. */
void shm_set_page(struct shm *shm, size_t index, struct mpage *page);

/* vm_fault() for a loader: FORCE ignores the protection of private regions. */
int fault_resolve(struct aspace *as, uintptr_t addr, bool write, bool force, uintptr_t user_esp);

/* Out of memory (oom.c): makes the address space that is largest over its share give its pages
 * back; among those of GROUP and below it, or for NULL among all.  0 when something was freed;
 * -ENOMEM: the caller's own AS (NULL: none) is the one to end.  No lock held; sleeps. */
int oom_reclaim(struct aspace *as, struct page_group *group);

/* Waits until no thread reclaims from AS any more, which nobody can find now.  vm_lock held. */
void oom_wait_visitors(struct aspace *as);
void oom_init(void);

/* How often one fault or transfer was put off: all zero at first. */
struct vm_tries {
    unsigned waits; /* For something that was going on. */
    unsigned idle;  /* In a row, when nothing was going on any more. */
};

/* What to do about ERR, which page_load() or frame_take() gave: waits for something to change, or
 * makes the largest process end.  0: try again; else the error to return.
 * AS: whom the caller works for, or NULL.  HOLDS_PINS: the caller may hold pages pinned, so that
 * waiting for pins to end could be waiting for itself; then this waits for bounded times only.
 * Sleeps. */
int vm_retry(int err, struct aspace *as, bool holds_pins, struct vm_tries *tries);

#endif
