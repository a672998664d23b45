/* SPDX-License-Identifier: MIT
 * The frame table: who holds which physical page, limits, pins, the sets that policies choose from.
 *
 * Frames come from palloc, the one pool of the kernel and of programs.  vm/ never takes the last
 * PALLOC_RESERVE frames, so that what a fault allocates under vm_lock (PAL_ATOMIC) is nearly always
 * there; the next frame_take() evicts until the reserve is whole again.
 *
 * There are two sets: frames of mapped and anonymous pages (USER, limited by -ul) and of file pages
 * that nobody maps (CACHE, limited by -cache).  A page moves between them with its first and its
 * last mapper.  When the pool itself is empty the cache gives first, down to a small floor.
 */
#include <debug.h>
#include <errno.h>
#include "devices/timer.h"
#include "threads/cmdline.h"
#include "threads/kstat.h"
#include "threads/palloc.h"
#include "vm/page.h"

/* What stays in the cache while programs still have pages to give, so that files can be read and
 * written more than a page at a time: one frame in this many.  Once swap is full, nothing: then all
 * that programs could give in its place is their text. */
#define CACHE_SHARE 32

struct frame *frames;
struct evict_set frame_sets[FRAME_USES];
unsigned frames_busy;

static size_t frame_limit[FRAME_USES] = {SIZE_MAX, SIZE_MAX};
static struct condition change; /* Of pins, busy states, free frames; with vm_lock. */
static unsigned change_waiters;
static size_t user_max;

static const struct evict_policy *policy_used;
static uint64_t next_seed;

static const enum page_tag tag_of[FRAME_USES] = {PAGE_USER, PAGE_CACHE};

/* The fewest user frames with which every instruction can finish.  One instruction touches at most
 * three operands' worth of memory and each may lie on two pages: its code, its source and its
 * destination, as in `movsl` or `push mem` (Intel SDM volume 1, 3.7; the kernel's own accesses use
 * kernel stacks). */
#define USER_FRAMES_MIN 6
/* A file-system call pins up to four metadata pages beside the page of data. */
#define CACHE_FRAMES_MIN 8

static int set_limit(const char *value, enum frame_use use, unsigned long min)
{
    unsigned long n;
    int err = cmdline_number(value, min, 1ul << 20, &n);
    if (err == 0)
        frame_limit[use] = n;
    return err;
}

static int option_ul(const char *value)
{
    return set_limit(value, FRAME_USER, USER_FRAMES_MIN);
}
CMDLINE_OPTION(ul, option_ul, "PAGES: limit the frames of mapped and anonymous pages (at least 6)");

static int option_cache(const char *value)
{
    return set_limit(value, FRAME_CACHE, CACHE_FRAMES_MIN);
}
CMDLINE_OPTION(cache, option_cache, "PAGES: limit the frames of unmapped file pages (at least 8)");

struct frame *frame_of_entry(struct evict_entry *entry)
{
    return container_of(entry, struct frame, entry);
}

/* ---- What the policies ask ----------------------------------------------------------------- */

/* A dirty anonymous page without a slot needs one to leave. */
static bool has_somewhere_to_go(const struct mpage *page)
{
    return page->kind == MPAGE_FILE || page->place != SWAP_NONE || swap_free_slots() > 0 ||
           !page_is_dirty(page);
}

static bool may_evict(void *ctx UNUSED, struct evict_entry *entry)
{
    const struct frame *f = frame_of_entry(entry);
    return f->pins == 0 && !f->stuck && f->page->state == MPAGE_RESIDENT &&
           has_somewhere_to_go(f->page);
}

static bool test_and_clear_referenced(void *ctx UNUSED, struct evict_entry *entry)
{
    return page_test_and_clear_referenced(frame_of_entry(entry)->page);
}

static bool referenced(void *ctx UNUSED, const struct evict_entry *entry)
{
    return page_referenced(frame_of_entry((struct evict_entry *)entry)->page);
}

static struct evict_entry *entry_at(void *ctx, size_t index)
{
    struct frame *f = &frames[index];
    return evict_entry_listed(&f->entry) && frame_set(f) == ctx ? &f->entry : NULL;
}

static const struct evict_owner owner = {
    .may_evict = may_evict,
    .test_and_clear_referenced = test_and_clear_referenced,
    .referenced = referenced,
    .at = entry_at,
};

/* ---- Pages that could not be written --------------------------------------------------------
 *
 * A page whose write failed is not chosen again, so that a failing disk cannot keep anyone looking
 * for a victim.  When nothing else can leave, they all get another try, once a second: the disk may
 * be well again, and swap has another slot for them. */

bool frame_forgive(void)
{
    static int64_t last;
    bool any = false;
    ASSERT(lock_held_by_current_thread(&vm_lock));
    if (timer_elapsed(last) < TIMER_FREQ)
        return false;
    last = timer_ticks();
    for (struct frame *f = frames; f < frames + palloc_max_frame(); f++) {
        any |= f->stuck;
        f->stuck = false;
    }
    return any;
}

/* ---- Start --------------------------------------------------------------------------------- */

void frame_init(const struct evict_policy *policy, uint64_t seed)
{
    size_t n = palloc_max_frame();
    size_t pages = (n * sizeof *frames + PGSIZE - 1) / PGSIZE;
    frames = palloc_get_multiple(PAL_ASSERT | PAL_ZERO, pages);
    cond_init(&change);
    policy_used = policy;
    next_seed = seed;
    for (int use = 0; use < FRAME_USES; use++)
        frame_set_init(&frame_sets[use]);
}

void frame_set_init(struct evict_set *set)
{
    evict_set_init(set, policy_used, &owner, set, palloc_max_frame(), next_seed++);
}

/* ---- Taking and giving back ---------------------------------------------------------------- */

static bool under_limit(enum frame_use use)
{
    return palloc_count(tag_of[use]) < frame_limit[use];
}

bool frame_has_room(enum frame_use use, struct page_group *group)
{
    return under_limit(use) && (group == NULL || page_group_full(group) == NULL);
}

size_t frame_user_limit(size_t available)
{
    return available < frame_limit[FRAME_USER] ? available : frame_limit[FRAME_USER];
}

static void note_user_max(void)
{
    if (palloc_count(PAGE_USER) > user_max)
        user_max = palloc_count(PAGE_USER);
}

/* Like frame_try_take(), also for a group that is above its `high`. */
static struct frame *try_take(enum frame_use use, struct page_group *group)
{
    if (!frame_has_room(use, group) || palloc_count(PAGE_FREE) <= PALLOC_RESERVE)
        return NULL;
    void *kva = palloc_get_tagged(tag_of[use], PAL_ATOMIC);
    if (kva == NULL)
        return NULL;
    note_user_max();
    struct frame *f = &frames[vtop(kva) >> PGBITS];
    ASSERT(f->page == NULL && f->pins == 0);
    f->use = use;
    f->group = group;
    page_group_charge(group);
    f->referenced = f->stuck = false;
    f->pins = 1;
    frames_busy++;
    return f;
}

struct frame *frame_try_take(enum frame_use use, struct page_group *group)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    return group == NULL || page_group_high(group) == NULL ? try_take(use, group) : NULL;
}

static bool give_kept(bool must)
{
    lock_acquire(&vm_lock);
    bool given = kept_give(NULL, must);
    lock_release(&vm_lock);
    return given;
}

int frame_reclaim(void)
{
    size_t share = swap_free_slots() > 0 ? palloc_frames_total() / CACHE_SHARE : 0;
    bool cache_first = frame_sets[FRAME_CACHE].count > share;
    if (!cache_first && give_kept(false))
        return 0;
    int err = pageout_one(cache_first ? FRAME_CACHE : FRAME_USER);
    if (err != 0) {
        int other = pageout_one(cache_first ? FRAME_USER : FRAME_CACHE);
        if (other == 0 || err == -ENOMEM)
            err = other;
    }
    return err != 0 && give_kept(true) ? 0 : err;
}

static struct page_group *find_full(struct page_group *group)
{
    lock_acquire(&vm_lock);
    struct page_group *full = page_group_full(group);
    lock_release(&vm_lock);
    return full;
}

/* Evicts one page so that a frame of USE may be had for GROUP: one of a group's own at its `max`.
 */
static int reclaim_for(enum frame_use use, struct page_group *group)
{
    struct page_group *full = group != NULL ? find_full(group) : NULL;
    if (full != NULL)
        return pageout_group(full);
    return under_limit(use) ? frame_reclaim() : pageout_one(use);
}

/* Would giving back more leave HIGH's programs less than they need to run, because of what is kept
 * for its machines? */
static bool is_crowded(const struct page_group *high)
{
    return kept_in(high) > 0 && kept_spare(high) == 0 && page_group_frames(high) <= PAGE_GROUP_MIN;
}

/* With no free slot in swap all it could give is what it needs back at once: its text. */
void frame_give_back_own(struct page_group *group)
{
    struct page_group *high;
    do {
        lock_acquire(&vm_lock);
        high = page_group_high(group);
        if (high != NULL && is_crowded(high))
            high = NULL;
        lock_release(&vm_lock);
    } while (high != NULL && swap_free_slots() > 0 && pageout_group(high) == 0);
}

int frame_make_memory(void)
{
    int err = 0;
    while (err == 0 && palloc_count(PAGE_FREE) <= PALLOC_RESERVE)
        err = frame_reclaim();
    return err;
}

/* The cache's limit gives way rather than stop a reader, when every cached page is pinned. */
static struct frame *take_over_limit(enum frame_use use)
{
    if (use != FRAME_CACHE || under_limit(use))
        return NULL;
    size_t limit = frame_limit[use];
    frame_limit[use] = SIZE_MAX;
    struct frame *f = try_take(use, NULL);
    frame_limit[use] = limit;
    return f;
}

int frame_take(enum frame_use use, struct page_group *group, struct frame **frame)
{
    if (group != NULL)
        frame_give_back_own(group);
    for (;;) {
        lock_acquire(&vm_lock);
        *frame = try_take(use, group);
        lock_release(&vm_lock);
        if (*frame != NULL)
            return 0;
        int err = reclaim_for(use, group);
        if (err != 0) {
            lock_acquire(&vm_lock);
            *frame = take_over_limit(use);
            lock_release(&vm_lock);
            return *frame != NULL ? 0 : err;
        }
    }
}

int frame_make_room(enum frame_use use, struct page_group *group)
{
    frame_give_back_own(group);
    for (;;) {
        lock_acquire(&vm_lock);
        bool room = frame_has_room(use, group);
        lock_release(&vm_lock);
        if (room)
            return 0;
        int err = reclaim_for(use, group);
        if (err != 0)
            return err;
    }
}

void frame_free(struct frame *f)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    ASSERT(f->page == NULL && !evict_entry_listed(&f->entry));
    if (f->pins > 0) {
        ASSERT(f->pins == 1);
        frame_unpin(f);
    }
    page_group_uncharge(f->group);
    f->group = NULL;
    palloc_free_page(frame_kva(f));
    frame_changed();
}

void frame_trim_cache(void)
{
    if (frame_limit[FRAME_CACHE] == SIZE_MAX)
        return;
    while (palloc_count(PAGE_CACHE) > frame_limit[FRAME_CACHE])
        if (pageout_one(FRAME_CACHE) != 0)
            return;
}

/* ---- Evicting in vain -----------------------------------------------------------------------
 *
 * When swap is full and programs' own pages cannot leave, what can is their code and files: each
 * such page is wanted again at once, and all that happens is that it is read; with fewer of them
 * than an instruction touches, that instruction never ends.  That is no memory either. */

#define FUTILE_MAX 1000
static unsigned futile; /* Pages that came back soon after they had left, while swap was full. */

/* Can less than an eighth of the programs' frames leave, or less than one instruction's? */
static bool few_can_leave(const struct page_group *group)
{
    size_t all = 0, can = 0;
    for (const struct frame *f = frames; f < frames + palloc_max_frame(); f++) {
        bool ours = f->use == FRAME_USER && f->page != NULL && page_group_below(f->group, group);
        all += ours;
        can += ours && has_somewhere_to_go(f->page);
    }
    return can * 8 < all || can < USER_FRAMES_MIN;
}

bool frame_evicts_in_vain(const struct page_group *group)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    if (futile < FUTILE_MAX)
        return false;
    if (swap_free_slots() > 0 || !few_can_leave(group))
        futile = 0;
    return futile > 0;
}

void frame_reset_in_vain(void)
{
    futile = 0;
}

/* ---- A page in a frame --------------------------------------------------------------------- */

static void insert_entry(struct frame *f, bool again)
{
    struct evict_set *set = frame_set(f);
    const struct mpage *page = f->page;
    struct evict_hint hint = {
        .kind = page->kind == MPAGE_ANON ? EVICT_ANON : EVICT_FILE,
        .dirty = page->dirty,
        .ghost = again ? 0 : page->ghost,
    };
    if (!again && page->evicted_at != 0) {
        hint.distance = (uint32_t)set->counters.chosen - page->evicted_at + 1;
        futile += hint.distance <= set->count && swap_free_slots() == 0;
    }
    evict_insert(set, &f->entry, &hint);
}

/* Puts F among those of another use or group. */
static void regroup(struct frame *f, enum frame_use use, struct page_group *group)
{
    bool listed = evict_entry_listed(&f->entry);
    if (listed)
        evict_remove(frame_set(f), &f->entry, false);
    page_group_uncharge(f->group);
    f->use = use;
    f->group = group;
    page_group_charge(group);
    if (listed)
        insert_entry(f, true);
}

void frame_set_use(struct frame *f, enum frame_use use, struct page_group *group)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    if (f->use == use)
        return;
    palloc_set_tag(frame_kva(f), tag_of[use]);
    note_user_max();
    regroup(f, use, use == FRAME_USER ? group : NULL);
}

void frame_set_group(struct frame *f, struct page_group *group)
{
    ASSERT(lock_held_by_current_thread(&vm_lock) && f->use == FRAME_USER);
    if (f->group != group)
        regroup(f, FRAME_USER, group);
}

void frame_attach(struct frame *f, struct mpage *page)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    ASSERT(f->page == NULL && page->frame == NULL);
    /* Mappers came or went while the page was read. */
    bool mapped = page->kind == MPAGE_ANON || page->mappers != NULL;
    if (!mapped)
        frame_set_use(f, FRAME_CACHE, NULL);
    else if (f->use != FRAME_USER)
        frame_set_use(f, FRAME_USER, upage_aspace(page->mappers)->group);
    f->page = page;
    page->frame = f;
    insert_entry(f, false);
}

struct frame *frame_detach(struct mpage *page, bool evicted)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    struct frame *f = page->frame;
    ASSERT(f != NULL && f->page == page);
    if (evict_entry_listed(&f->entry)) {
        struct evict_set *set = frame_set(f);
        page->ghost = evict_remove(set, &f->entry, evicted);
        page->evicted_at = evicted ? (uint32_t)set->counters.chosen : 0;
    }
    f->page = NULL;
    page->frame = NULL;
    return f;
}

void frame_requeue(struct frame *f)
{
    evict_remove(frame_set(f), &f->entry, false);
    insert_entry(f, true);
}

/* ---- Pins, and waiting for things to change ------------------------------------------------ */

void frame_pin(struct frame *f)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    ASSERT(f->pins < UINT16_MAX);
    if (f->pins++ == 0)
        frames_busy++;
}

void frame_unpin(struct frame *f)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    ASSERT(f->pins > 0);
    if (--f->pins == 0) {
        frames_busy--;
        frame_changed();
    }
}

void frame_changed(void)
{
    if (change_waiters > 0)
        cond_broadcast(&change, &vm_lock);
}

bool frame_wait_change(void)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    if (frames_busy == 0)
        return false;
    struct wait_reason outer = thread_wait_begin(WAIT_PAGE, &change, "a frame");
    change_waiters++;
    cond_wait(&change, &vm_lock);
    change_waiters--;
    thread_wait_end(outer);
    return true;
}

/* ---- Counters ------------------------------------------------------------------------------- */

static uint64_t count_user_max(void)
{
    return user_max;
}

KSTAT_GAUGE(g_user_max, "vm", "frames_user_max", "frames", "most user frames at once",
            count_user_max);

static uint64_t sum_sets(size_t offset)
{
    uint64_t sum = 0;
    for (int use = 0; use < FRAME_USES; use++)
        sum += *(uint64_t *)((char *)&frame_sets[use].counters + offset);
    return sum;
}
static uint64_t count_scans(void)
{
    return sum_sets(offsetof(struct evict_counters, scans));
}
static uint64_t count_second_chances(void)
{
    return sum_sets(offsetof(struct evict_counters, second_chances));
}
static uint64_t count_fifo_fallbacks(void)
{
    return sum_sets(offsetof(struct evict_counters, fifo_fallbacks));
}

KSTAT_GAUGE(g_scans, "evict", "scans", "pages", "pages looked at for a victim", count_scans);
KSTAT_GAUGE(g_chances, "evict", "second_chances", "pages", "passed over as referenced",
            count_second_chances);
KSTAT_GAUGE(g_fallbacks, "evict", "fifo_fallbacks", "pages",
            "chosen in queue order: all referenced", count_fifo_fallbacks);
