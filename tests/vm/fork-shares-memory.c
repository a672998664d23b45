/* SPDX-License-Identifier: MIT
 * Shared anonymous memory is one for parent and child, also pages first touched after the fork, and
 * it lives until the last of them is gone.
 * @swap: 0
 */
#include "tests/vm/stage.h"

static uint32_t *word(struct aspace *as, unsigned page)
{
    KTEST_ASSERT(vm_fault(as, 0x30000000 + page * PGSIZE, true, 0) == 0);
    lock_acquire(&vm_lock);
    uint32_t *data = frame_kva(spt_find(as, 0x30000000 + page * PGSIZE)->page->frame);
    lock_release(&vm_lock);
    return data;
}

KTEST(fork_shares_memory)
{
    stage_swap();
    struct baseline base = baseline_take();
    struct aspace *parent = stage_aspace(1), *child;
    struct region_spec spec = {
        .start = 0x30000000, .length = 4 * PGSIZE, .kind = REGION_SHARED, .writable = true};
    KTEST_ASSERT(aspace_map(parent, &spec) == 0);
    *word(parent, 0) = 100;
    KTEST_ASSERT(aspace_fork(parent, &child) == 0);
    KTEST_ASSERT(*word(child, 0) == 100);
    *word(child, 0) = 200;
    KTEST_ASSERT(*word(parent, 0) == 200);
    *word(child, 3) = 300;
    KTEST_ASSERT(*word(parent, 3) == 300);
    KTEST_ASSERT(word(parent, 3) == word(child, 3));
    *word(child, 2) = 400;
    aspace_destroy(child);
    KTEST_ASSERT(*word(parent, 2) == 400);
    aspace_destroy(parent);
    baseline_expect(&base);
}
