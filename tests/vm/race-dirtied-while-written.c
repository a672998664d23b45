/* SPDX-License-Identifier: MIT
 * A page that goes to swap beside a victim is written to by its process meanwhile: it stays dirty,
 * and what is read back later is what the process wrote.
 * @swap: 0
 */
#include "tests/vm/stage.h"

/* Marks the page as the CPU would on a store by the process, and stores. */
static void store(struct aspace *as, unsigned page, uint32_t word)
{
    lock_acquire(&vm_lock);
    uint32_t *pte = pte_find(spt_find(as, stage_addr(page)));
    KTEST_ASSERT(pte != NULL && (*pte & PTE_P) && (*pte & PTE_W));
    *pte |= PTE_A | PTE_D;
    uint32_t *data = pte_page(*pte);
    for (unsigned i = 0; i < PGSIZE / 4; i++)
        data[i] = word + i % 64;
    lock_release(&vm_lock);
}

KTEST(race_dirtied_while_written)
{
    stage_swap();
    struct aspace *as = stage_aspace(2);
    stage_fill(as, 0, 0x66660000);
    stage_fill(as, 1, 0x77770000);
    for (unsigned i = 0; i < 2; i++)
        page_test_and_clear_referenced(stage_page(as, i));
    struct actor evictor = {.act = act_evict};
    gate_close();
    actor_start(&evictor);
    gate_wait();
    unsigned other = stage_page(as, 0)->state == MPAGE_EVICTING;
    if (stage_page(as, other)->frame->pins == 0)
        fail("the neighbour is not written beside the victim");
    store(as, other, 0x88880000);
    gate_open();
    actor_join(&evictor);
    KTEST_ASSERT(stage.writes == 1);
    if (!page_is_dirty(stage_page(as, other)))
        fail("a page written to during its write-back counts as clean");
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    KTEST_ASSERT(stage.writes == 2);
    stage_expect(as, other, 0x88880000);
    stage_expect(as, !other, other ? 0x66660000 : 0x77770000);
    aspace_destroy(as);
}
