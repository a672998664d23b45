/* SPDX-License-Identifier: MIT
 * A clean page is written to after the evictor has looked at its entry and before the entry is
 * gone: what was written reaches swap.
 *
 * Who keeps copies of the entry is told in between, and so can play the process that writes.
 * @swap: 0
 */
#include "tests/vm/stage.h"
#include "vm/notifier.h"

#define WORD 0x1a7e1a7eu

static struct aspace *as;
static unsigned stores;

/* The CPU, as the process stores to ADDR. */
static uint32_t store(struct aspace_notifier *n UNUSED, uintptr_t addr, uint32_t frame UNUSED)
{
    uint32_t *pte = pte_find(spt_find(as, addr));
    KTEST_ASSERT(*pte & PTE_P);
    *pte |= PTE_A | PTE_D;
    *(uint32_t *)pte_page(*pte) = WORD;
    stores++;
    return 0;
}

static uint32_t nothing(struct aspace_notifier *n UNUSED, uintptr_t addr UNUSED,
                        uint32_t frame UNUSED, uint32_t bits UNUSED, bool clear UNUSED)
{
    return 0;
}

KTEST(race_dirtied_before_unmap)
{
    static const struct aspace_notifier_ops ops = {.invalidate = store, .test = nothing};
    static struct aspace_notifier notifier = {.ops = &ops};
    stage_swap();
    as = stage_aspace(1);
    stage_fill(as, 0, 0x11110000);
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    stage_expect(as, 0, 0x11110000); /* Resident and clean, with a slot. */
    lock_acquire(&vm_lock);
    uint32_t *pte = pte_find(spt_find(as, STAGE_BASE));
    *pte |= PTE_W;
    KTEST_ASSERT(!page_is_dirty(spt_find(as, STAGE_BASE)->page));
    aspace_add_notifier(as, &notifier);
    lock_release(&vm_lock);
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    KTEST_ASSERT(stores == 1);
    lock_acquire(&vm_lock);
    aspace_remove_notifier(as, &notifier);
    lock_release(&vm_lock);
    kept_end(&notifier);
    if (stage.writes != 2)
        fail("a page written to just before it was unmapped left as a clean one");
    KTEST_ASSERT(*(uint32_t *)stage.slot[stage_page(as, 0)->place] == WORD);
    aspace_destroy(as);
}
