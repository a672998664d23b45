/* SPDX-License-Identifier: MIT
 * When memory ends, what the kernel keeps for an address space counts with its own pages: the
 * hoarder ends, not its neighbour who has more pages to see.
 * @options: -overcommit -ul=64
 * @output: Out of memory: hoarder ends: it has the most pages \(110\)
 * @mem: 4
 * @swap: 0
 */
#include "tests/vm/stage.h"

static void *pages[100];
static struct aspace_notifier keeper;

static uint32_t nothing(struct aspace_notifier *n, uintptr_t addr, uint32_t frame)
{
    return 0;
}

static bool allow(struct aspace_notifier *n, uintptr_t addr, bool store)
{
    return true;
}

static void release(struct aspace_notifier *n)
{
    for (unsigned i = 0; i < 100; i++)
        kept_free_page(n, pages[i]);
}

/* They cannot be taken back. */
static size_t spare(struct aspace_notifier *n, bool *idle)
{
    return 0;
}

KTEST(oom_counts_kept)
{
    static const struct aspace_notifier_ops ops = {
        .invalidate = nothing, .changing = allow, .release = release, .spare = spare};
    struct baseline base = baseline_take();
    struct aspace *hoarder = stage_aspace(100), *neighbour = stage_aspace(100);
    aspace_set_name(hoarder, "hoarder");
    keeper.ops = &ops;
    lock_acquire(&vm_lock);
    aspace_add_notifier(hoarder, &keeper);
    lock_release(&vm_lock);
    for (unsigned i = 0; i < 100; i++)
        KTEST_ASSERT((pages[i] = kept_get_page(&keeper)) != NULL);
    for (unsigned i = 0; i < 10; i++)
        stage_fill(hoarder, i, i);
    for (unsigned i = 0; i < 60; i++)
        stage_fill(neighbour, i, i);
    KTEST_ASSERT(aspace_doomed(hoarder) && !aspace_doomed(neighbour));
    KTEST_ASSERT(keeper.pages == 0);
    kept_end(&keeper);
    aspace_destroy(neighbour);
    aspace_destroy(hoarder);
    baseline_expect(&base);
}
