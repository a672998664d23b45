/* SPDX-License-Identifier: MIT
 * Mode vtlb: each virtual CPU has tables of its own, a TLB in memory.
 *
 * As a TLB they may be stale: the guest's tables are not write-protected, and what it may not count
 * on after INVLPG, a load of CR3 or a change of mode is dropped then.  There is nothing to keep
 * consistent, and little to go wrong: the other modes are compared with this one.
 */
#include <debug.h>
#include <errno.h>
#include "threads/vaddr.h"
#include "virt/vm.h"
#include "virt_audit.h"
#include "vm/page.h"

/* At most so many tables; then it starts over.  An instruction needs about ten. */
#define TABLES_MAX 64

/* Forgets everything; the root stays. */
static void forget(struct vcpu *vcpu)
{
    mmu_tree_empty(vcpu->vm, &vcpu->mmu.tree);
}

/* The same, and the root goes, too: it may have the wrong format next. */
static void drop(struct vcpu *vcpu)
{
    mmu_tree_end(vcpu->vm, &vcpu->mmu.tree);
    vcpu->mmu.root_valid = false;
}

static int vtlb_prepare(struct vcpu *vcpu)
{
    struct vcpu_mmu *m = &vcpu->mmu;
    struct paging paging = vcpu_paging(vcpu);
    mmu_lock(vcpu->vm);
    m->tree.pae = m->hw_pae = paging.on && paging.pae;
    m->tree.root = mmu_kit_take(&m->kit);
    m->hw_cr3 = vtop(m->tree.root);
    m->root_valid = true;
    mmu_unlock(vcpu->vm);
    return 0;
}

static int vtlb_install(struct vcpu *vcpu, const struct walk *w, pfn_t pfn, bool host_writable)
{
    struct vcpu_mmu *m = &vcpu->mmu;
    if (!m->root_valid)
        return MMU_RESUME; /* Dropped meanwhile: it will fault again. */
    if (m->tree.tables >= TABLES_MAX)
        forget(vcpu);
    spte_ref leaf = mmu_tree_leaf(&m->tree, w->gva, w->leaf > 1, &m->kit);
    ASSERT(leaf != 0);
    uint64_t bits = mmu_leaf_bits(vcpu, w, host_writable);
    return spte_set(vcpu->vm, leaf, pfn, bits, &m->kit) ? MMU_RESUME : -EAGAIN;
}

static int vtlb_cr3_loaded(struct vcpu *vcpu)
{
    mmu_lock(vcpu->vm);
    forget(vcpu);
    mmu_unlock(vcpu->vm);
    return 0;
}

static void vtlb_invlpg(struct vcpu *vcpu, uint32_t gva)
{
    mmu_lock(vcpu->vm);
    mmu_tree_invalidate(vcpu->vm, &vcpu->mmu.tree, gva);
    mmu_unlock(vcpu->vm);
}

static void vtlb_drop(struct vcpu *vcpu)
{
    mmu_lock(vcpu->vm);
    drop(vcpu);
    mmu_unlock(vcpu->vm);
}

static void vtlb_table_written(struct vm *vm, uint64_t gpa, unsigned n)
{
}

static void vtlb_zap_all(struct vm *vm)
{
    LIST_FOREACH (e, &vm->vcpus)
        drop(list_entry(e, struct vcpu, elem));
}

static unsigned vtlb_tables(const struct vm *vm)
{
    unsigned tables = 0;
    LIST_FOREACH (e, (struct list *)&vm->vcpus)
        tables += list_entry(e, struct vcpu, elem)->mmu.tree.tables;
    return tables;
}

/* The largest tree gives. */
static void vtlb_shrink(struct vm *vm, bool idle)
{
    struct mmu_tree *largest = NULL;
    LIST_FOREACH (e, &vm->vcpus) {
        struct mmu_tree *t = &list_entry(e, struct vcpu, elem)->mmu.tree;
        if (largest == NULL || t->tables > largest->tables)
            largest = t;
    }
    mmu_tree_shrink(vm, largest);
}

const struct mmu_mode mmu_vtlb = {
    .name = "vtlb",
    .vcpu_end = vtlb_drop,
    .prepare = vtlb_prepare,
    .install = vtlb_install,
    .cr3_loaded = vtlb_cr3_loaded,
    .invlpg = vtlb_invlpg,
    .context_changed = vtlb_drop,
    .table_written = vtlb_table_written,
    .zap_all = vtlb_zap_all,
    .tables = vtlb_tables,
    .shrink = vtlb_shrink,
    .audit = virt_audit_leaves,
};
