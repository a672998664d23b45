/* SPDX-License-Identifier: MIT
 * For tests of page groups: address spaces in groups, and what they have in memory.
 */
#ifndef TESTS_VM_STAGE_GROUP_H
#define TESTS_VM_STAGE_GROUP_H

#include "tests/vm/stage.h"
#include "vm/group.h"

/* An address space of GROUP with PAGES writable pages at STAGE_BASE. */
static inline struct aspace *stage_member(struct page_group *group, size_t pages)
{
    struct aspace *as = stage_aspace(pages);
    page_group_move(as, group);
    return as;
}

/* Fills pages FIRST to END - 1 of AS, each with its own words. */
static inline void stage_fill_range(struct aspace *as, unsigned first, unsigned end)
{
    for (unsigned i = first; i < end; i++)
        stage_fill(as, i, i << 8);
}

static inline unsigned stage_resident(struct aspace *as, unsigned pages)
{
    unsigned n = 0;
    for (unsigned i = 0; i < pages; i++) {
        struct mpage *page = stage_page(as, i);
        n += page != NULL && page->state == MPAGE_RESIDENT;
    }
    return n;
}

/* Checks every counter against the pages, in the debug build. */
#include "vm_audit.h"
static inline void stage_audit(void)
{
    lock_acquire(&vm_lock);
    vm_audit();
    lock_release(&vm_lock);
}

#endif
