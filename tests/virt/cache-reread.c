/* SPDX-License-Identifier: MIT
 * The guest changes an entry between the walk and the moment when its table is write-protected: the
 * walk is not believed, and nothing is installed.
 * @cpu: qemu32,+svm
 * @swap: 0
 */
#include "tests/virt/stage-cache.h"

#define GVA (60u << PGBITS)

static int install(const struct walk *w)
{
    pfn_t pfn;
    bool writable;
    mmu_lock(&stage_vm);
    KTEST_ASSERT(gmem_peek(&stage_vm, GVA, &pfn, &writable) != NULL);
    int result = stage_vm.mode->install(&stage_vcpu, w, pfn, writable);
    mmu_unlock(&stage_vm);
    return result;
}

/* The entry at GPA becomes ENTRY by a store that does not trap, as its table is not shadowed yet.
 */
static void expect_again(uint32_t gpa, uint32_t entry)
{
    struct walk w;
    uint64_t old = stage_peek(gpa, 4);
    stage_poke(GVA, 1, 4); /* The page is in memory. */
    stage_read(40, 50);    /* Elsewhere: fills the kit. */
    mmu_unshadow(&stage_vcpu, gpa >> PGBITS);
    KTEST_ASSERT(mmu_prepare(&stage_vcpu) == 0);
    KTEST_ASSERT(walk_guest(&stage_vcpu, GVA, PF_WRITE, true, &w) == MMU_RESUME);
    stage_poke(gpa, entry, 4);
    int result = install(&w);
    if (result != -EAGAIN)
        fail("entry 0x%x has changed, but install() gave %d", gpa, result);
    lock_acquire(&vm_lock);
    pfn_t pfn = 0;
    gmem_peek(&stage_vm, GVA, &pfn, NULL);
    if (gpa >> PGBITS == TABLE) /* Else there is a page of level 1, to which nothing leads. */
        KTEST_ASSERT(rmap_test(&stage_vm, pfn, PTE_P, false) == 0);
    lock_release(&vm_lock);
    stage_poke(gpa, old, 4);
    result = install(&w);
    if (result != MMU_RESUME)
        fail("entry 0x%x is what it was, but install() gave %d", gpa, result);
}

KTEST(cache_reread)
{
    struct aspace *as = stage_cache();
    expect_again(TABLE << PGBITS | 60 * 4, 5 << PGBITS | ALL_BITS);
    expect_again(TABLE << PGBITS | 60 * 4, 60 << PGBITS | (ALL_BITS & ~PTE_W));
    expect_again(TABLE << PGBITS | 60 * 4, 0);
    expect_again(DIRECTORY << PGBITS, (TABLE + 1) << PGBITS | ALL_BITS);
    expect_again(DIRECTORY << PGBITS, 0);
    stage_cache_end(as);
}
