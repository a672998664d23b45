/* SPDX-License-Identifier: MIT
 * The dirty bit of a large page is set when the kernel stores there for the guest (LTR does), or
 * while the page itself still has to be brought in: what was made for the clean page stays until a
 * store of the guest's own, which is no fault of the cache's.
 * @cpu: qemu32,+svm
 * @swap: 0
 */
#include "tests/virt/stage-cache.h"

#define LARGE 50u /* The directory's entry. */
#define GVA (LARGE << 22 | 60u << PGBITS)

static void audit(void)
{
    if (stage_vm.mode->audit != NULL)
        KTEST_ASSERT(stage_vm.mode->audit(&stage_vm) == 0);
}

static union shadow_role child_role(void)
{
    lock_acquire(&vm_lock);
    const struct shadow_cache *c = stage_vm.mmu.cache;
    const struct shadow_page *root = shadow_of_gfn(c, NULL, DIRECTORY);
    const struct shadow_page *child = root != NULL ? shadow_child(c, root, LARGE) : NULL;
    KTEST_ASSERT(child != NULL);
    union shadow_role role = child->role;
    lock_release(&vm_lock);
    return role;
}

KTEST(cache_large_dirty)
{
    struct walk w;
    struct aspace *as = stage_cache();
    stage_poke((DIRECTORY << PGBITS) + LARGE * 4, PTE_P | PTE_W | PTE_U | PDE_PS, 4);
    stage_paging(CR0_PG | CR0_WP, DIRECTORY << PGBITS, CR4_PSE, 0);
    stage_touch(GVA, 0);
    KTEST_ASSERT(child_role().clean);
    audit();
    KTEST_ASSERT(walk_guest(&stage_vcpu, GVA, PF_WRITE, true, &w) == MMU_RESUME);
    KTEST_ASSERT(stage_peek((DIRECTORY << PGBITS) + LARGE * 4, 4) & PTE_D);
    KTEST_ASSERT(child_role().clean);
    audit();
    stage_touch(GVA, PF_WRITE);
    KTEST_ASSERT(!child_role().clean);
    audit();
    stage_cache_end(as);
}
