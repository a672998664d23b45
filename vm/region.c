/* SPDX-License-Identifier: MIT
 * Regions: what may be at which address.  A sorted list under as_lock; few, so a walk finds one.
 *
 * Regions are made before as_lock is taken and ended after it was dropped, since both may sleep; in
 * between they are only put on and taken off the list.
 */
#include <debug.h>
#include <errno.h>
#include "threads/malloc.h"
#include "vm/page.h"

static size_t page_count(const struct region *r)
{
    return (r->end - r->start) >> PGBITS;
}

/* ---- Making and ending ---------------------------------------------------------------------- */

/* Shared anonymous memory is promised by its shm. */
static bool needs_promise(const struct region *r)
{
    return r->writable && r->kind != REGION_SHARED;
}

/* For a copy of a region: what that may do cannot be denied to this. */
static void take_references(const struct region *r)
{
    if (r->vobj != NULL)
        r->vobj->ops->ref(r->vobj);
    if (r->writer)
        vobj_change_writers(r->vobj, 1);
    if (r->shm != NULL)
        shm_ref(r->shm);
}

void region_free(struct region *r)
{
    if (r->promised)
        commit_release(page_count(r));
    if (r->writer)
        vobj_change_writers(r->vobj, -1);
    if (r->vobj != NULL)
        r->vobj->ops->unref(r->vobj);
    if (r->shm != NULL)
        shm_unref(r->shm);
    free(r);
}

static void free_list(struct region *r)
{
    for (struct region *next; r != NULL; r = next) {
        next = r->next;
        region_free(r);
    }
}

static bool spec_is_valid(const struct region_spec *spec)
{
    return spec->length > 0 && pg_ofs((void *)spec->start) == 0 &&
           spec->length <= LOADER_PHYS_BASE && spec->start <= LOADER_PHYS_BASE - spec->length &&
           spec->start > 0 && (spec->vobj == NULL) == (spec->file_bytes == 0) &&
           spec->file_bytes <= spec->length;
}

/* Gets what R needs, and is not to keep if it does not get all of it. */
static int equip(struct region *r)
{
    bool shared = r->kind == REGION_SHARED;
    if (r->vobj != NULL)
        r->vobj->ops->ref(r->vobj);
    if (shared && r->vobj == NULL)
        return (r->shm = shm_create(page_count(r))) != NULL ? 0 : -ENOMEM;
    if (shared && !r->never_writable)
        return (r->writer = vobj_add_writer(r->vobj)) ? 0 : -ETXTBSY;
    if (needs_promise(r))
        return (r->promised = commit_reserve(page_count(r))) ? 0 : -ENOMEM;
    return 0;
}

static int region_create(const struct region_spec *spec, struct region **result)
{
    struct region *r = *result = malloc(sizeof *r);
    if (r == NULL)
        return -ENOMEM;
    *r = (struct region){
        .start = spec->start,
        .end = (uintptr_t)pg_round_up((void *)(spec->start + spec->length)),
        .vobj = spec->vobj,
        .first_page = spec->first_page,
        .file_bytes = spec->file_bytes,
        .kind = spec->kind,
        .readable = !spec->no_access,
        .writable = spec->writable && !spec->no_access,
        .never_writable = spec->never_writable,
        .zero_tail = spec->file_bytes < spec->length,
    };
    int err = equip(r);
    if (err < 0)
        region_free(r);
    return err;
}

struct region *region_copy(const struct region *r)
{
    struct region *copy = malloc(sizeof *copy);
    if (copy == NULL)
        return NULL;
    if (r->promised && !commit_reserve(page_count(r))) {
        free(copy);
        return NULL;
    }
    *copy = *r;
    copy->next = NULL;
    take_references(copy);
    return copy;
}

/* ---- The list: as_lock held ----------------------------------------------------------------- */

struct region *region_find(const struct aspace *as, uintptr_t addr)
{
    for (struct region *r = as->regions; r != NULL && r->start <= addr; r = r->next)
        if (addr < r->end)
            return r;
    return NULL;
}

/* Where in the list a region [START, END) goes, or NULL if it overlaps another. */
static struct region **region_slot(struct aspace *as, uintptr_t start, uintptr_t end)
{
    struct region **link = &as->regions;
    while (*link != NULL && (*link)->end <= start)
        link = &(*link)->next;
    return *link == NULL || (*link)->start >= end ? link : NULL;
}

/* The link to the region that starts at START; *link is NULL if there is none. */
static struct region **region_at(struct aspace *as, uintptr_t start)
{
    struct region **link = &as->regions;
    while (*link != NULL && (*link)->start != start)
        link = &(*link)->next;
    return link;
}

/* Cuts the region around ADDR, if there is one, in two at ADDR; SPARE becomes the upper part and
 * NULL. */
static void split_at(struct aspace *as, uintptr_t addr, struct region **spare)
{
    struct region *low = region_find(as, addr);
    if (low == NULL || low->start == addr)
        return;
    struct region *high = *spare;
    *spare = NULL;
    size_t cut = addr - low->start;
    *high = *low;
    high->start = addr;
    high->first_page += cut >> PGBITS;
    high->file_bytes = low->file_bytes > cut ? low->file_bytes - cut : 0;
    if (high->file_bytes == 0)
        high->vobj = NULL;
    high->writer &= high->vobj != NULL;
    take_references(high);
    low->end = addr;
    low->next = high;
    if (low->file_bytes > cut) {
        low->file_bytes = cut;
        low->zero_tail = false;
    }
    if (low->kind == REGION_STACK)
        low->kind = REGION_PRIVATE; /* What grows is the part that ends where the stack did. */
}

/* Two regions for the two cuts that a range may make. */
static bool alloc_spares(struct region *spare[2])
{
    spare[0] = malloc(sizeof *spare[0]);
    spare[1] = malloc(sizeof *spare[1]);
    return spare[0] != NULL && spare[1] != NULL;
}

static void free_spares(struct region *spare[2])
{
    free(spare[0]);
    free(spare[1]);
}

static bool range_is_valid(uintptr_t start, size_t length)
{
    return pg_ofs((void *)start) == 0 && length > 0 && length <= LOADER_PHYS_BASE &&
           start <= LOADER_PHYS_BASE - length;
}

/* ---- What address spaces offer -------------------------------------------------------------- */

int aspace_map(struct aspace *as, const struct region_spec *spec)
{
    if (!spec_is_valid(spec))
        return -EINVAL;
    struct region *r;
    int err = region_create(spec, &r);
    if (err < 0)
        return err;
    lock_acquire(&as->as_lock);
    struct region **link = region_slot(as, r->start, r->end);
    if (link != NULL) {
        r->next = *link;
        *link = r;
    }
    lock_release(&as->as_lock);
    if (link == NULL)
        region_free(r);
    return link != NULL ? 0 : -EEXIST;
}

int aspace_unmap(struct aspace *as, uintptr_t start)
{
    lock_acquire(&as->as_lock);
    struct region **link = region_at(as, start);
    struct region *r = *link;
    if (r != NULL) {
        *link = r->next;
        spt_remove_range(as, r->start, r->end);
    }
    lock_release(&as->as_lock);
    if (r == NULL)
        return -EINVAL;
    region_free(r);
    frame_trim_cache();
    return 0;
}

/* Takes the regions of [START, END), at whose ends regions begin, off the list. */
static struct region *take_off(struct aspace *as, uintptr_t start, uintptr_t end)
{
    struct region **link = &as->regions;
    while (*link != NULL && (*link)->start < start)
        link = &(*link)->next;
    struct region *first = *link, **last = link;
    while (*last != NULL && (*last)->start < end)
        last = &(*last)->next;
    if (last == link)
        return NULL;
    *link = *last;
    *last = NULL;
    return first;
}

int aspace_unmap_range(struct aspace *as, uintptr_t start, size_t length)
{
    if (!range_is_valid(start, length))
        return -EINVAL;
    uintptr_t end = (uintptr_t)pg_round_up((void *)(start + length));
    struct region *spare[2], *gone = NULL;
    bool ok = alloc_spares(spare);
    if (ok) {
        lock_acquire(&as->as_lock);
        split_at(as, start, &spare[0]);
        split_at(as, end, &spare[1]);
        gone = take_off(as, start, end);
        spt_remove_range(as, start, end);
        lock_release(&as->as_lock);
    }
    free_spares(spare);
    free_list(gone);
    frame_trim_cache();
    return ok ? 0 : -ENOMEM;
}

/* May every page of the range get the rights?  *PAGES: how many must be promised for it. */
static int check_protect(struct aspace *as, uintptr_t start, uintptr_t end, bool writable,
                         size_t *pages)
{
    *pages = 0;
    for (uintptr_t at = start; at < end;) {
        const struct region *r = region_find(as, at);
        if (r == NULL)
            return -ENOMEM;
        if (writable && r->never_writable)
            return -EACCES;
        uintptr_t to = r->end < end ? r->end : end;
        if (writable && r->kind != REGION_SHARED && !r->promised)
            *pages += (to - at) >> PGBITS;
        at = to;
    }
    return 0;
}

static void set_rights(struct aspace *as, uintptr_t start, uintptr_t end, unsigned prot)
{
    for (struct region *r = as->regions; r != NULL && r->start < end; r = r->next) {
        if (r->start < start)
            continue;
        r->readable = prot != 0;
        r->writable = prot & REGION_PROT_WRITE;
        if (needs_promise(r))
            r->promised = true;
    }
}

int aspace_protect(struct aspace *as, uintptr_t start, size_t length, unsigned prot)
{
    if (!range_is_valid(start, length))
        return -EINVAL;
    uintptr_t end = (uintptr_t)pg_round_up((void *)(start + length));
    struct region *spare[2];
    size_t pages = 0;
    int err = alloc_spares(spare) ? 0 : -ENOMEM;
    if (err == 0) {
        lock_acquire(&as->as_lock);
        err = check_protect(as, start, end, prot & REGION_PROT_WRITE, &pages);
        if (err == 0 && !commit_reserve(pages))
            err = -ENOMEM;
        if (err == 0) {
            split_at(as, start, &spare[0]);
            split_at(as, end, &spare[1]);
            set_rights(as, start, end, prot);
            spt_unmap_range(as, start, end);
        }
        lock_release(&as->as_lock);
    }
    free_spares(spare);
    return err;
}

uintptr_t aspace_find_gap(struct aspace *as, uintptr_t hint, size_t length)
{
    const uintptr_t limit = LOADER_PHYS_BASE - STACK_MAX;
    uintptr_t at = hint != 0 ? (uintptr_t)pg_round_down((void *)hint) : MAP_BASE;
    lock_acquire(&as->as_lock);
    for (const struct region *r = as->regions; r != NULL; r = r->next) {
        if (r->end <= at)
            continue;
        if (r->start > at && r->start - at >= length)
            break;
        at = r->end;
    }
    lock_release(&as->as_lock);
    return length > 0 && at < limit && length <= limit - at ? at : 0;
}

static bool grow_region(struct region *r, uintptr_t end)
{
    if (r->next != NULL && r->next->start < end)
        return false;
    r->end = end;
    r->zero_tail = true;
    return true;
}

int aspace_resize(struct aspace *as, uintptr_t start, size_t length)
{
    if (!range_is_valid(start, length))
        return -EINVAL;
    uintptr_t end = (uintptr_t)pg_round_up((void *)(start + length));
    int err = 0;
    lock_acquire(&as->as_lock);
    struct region *r = *region_at(as, start);
    if (r == NULL || r->kind != REGION_PRIVATE) {
        err = -EINVAL;
    } else if (end > r->end && r->promised && !commit_reserve((end - r->end) >> PGBITS)) {
        err = -ENOMEM;
    } else if (end > r->end && !grow_region(r, end)) {
        if (r->promised)
            commit_release((end - r->end) >> PGBITS);
        err = -EEXIST;
    } else if (end < r->end) {
        uintptr_t old_end = r->end;
        r->end = end;
        if (r->file_bytes > end - start)
            r->file_bytes = end - start;
        spt_remove_range(as, end, old_end);
        if (r->promised)
            commit_release((old_end - end) >> PGBITS);
    }
    lock_release(&as->as_lock);
    return err;
}

/* ---- The stack ------------------------------------------------------------------------------ */

/* A push touches memory at most 32 bytes below esp (PUSHA), before esp has moved. */
#define PUSH_REACH 32

struct region *region_grow_stack(struct aspace *as, uintptr_t addr, uintptr_t user_esp)
{
    ASSERT(lock_held_by_current_thread(&as->as_lock));
    struct region *r = as->regions;
    while (r != NULL && (r->kind != REGION_STACK || r->end <= addr))
        r = r->next;
    uintptr_t start = (uintptr_t)pg_round_down((void *)addr);
    if (r == NULL || addr >= r->start || start < r->end - STACK_MAX ||
        (addr < user_esp && user_esp - addr > PUSH_REACH))
        return NULL;
    for (struct region *other = as->regions; other != r; other = other->next)
        if (other->end > start)
            return NULL;
    if (!commit_reserve((r->start - start) >> PGBITS))
        return NULL;
    r->start = start;
    return r;
}

/* ---- Fork ----------------------------------------------------------------------------------- */

static int copy_regions(const struct aspace *parent, struct aspace *child)
{
    struct region **link = &child->regions;
    for (const struct region *r = parent->regions; r != NULL; r = r->next) {
        struct region *copy = region_copy(r);
        if (copy == NULL)
            return -ENOMEM;
        *link = copy;
        link = &copy->next;
    }
    return 0;
}

int aspace_fork(struct aspace *parent, struct aspace **result)
{
    struct aspace *child = aspace_create(parent->group);
    if (child == NULL)
        return -ENOMEM;
    lock_acquire(&parent->as_lock);
    int err = copy_regions(parent, child);
    if (err == 0)
        err = spt_fork(parent, child);
    lock_release(&parent->as_lock);
    if (err != 0)
        aspace_destroy(child);
    else
        *result = child;
    return err;
}
