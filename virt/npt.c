/* SPDX-License-Identifier: MIT
 * Mode npt: the CPU walks the guest's tables itself, and one tree from guest-physical to
 * host-physical addresses, in the host's own format, which all virtual CPUs share.
 */
#include <debug.h>
#include <errno.h>
#include "threads/vaddr.h"
#include "virt/vm.h"
#include "vm/page.h"

static int npt_prepare(struct vcpu *vcpu)
{
    struct mmu_tree *tree = &vcpu->vm->mmu.nested;
    mmu_lock(vcpu->vm);
    if (tree->root == NULL)
        tree->root = mmu_kit_take(&vcpu->mmu.kit);
    vcpu->mmu.hw_cr3 = vtop(tree->root);
    vcpu->mmu.root_valid = true;
    mmu_unlock(vcpu->vm);
    return 0;
}

static int npt_install(struct vcpu *vcpu, const struct walk *w, pfn_t pfn, bool host_writable)
{
    struct mmu_tree *tree = &vcpu->vm->mmu.nested;
    if (!vcpu->mmu.root_valid)
        return MMU_RESUME;
    spte_ref leaf = mmu_tree_leaf(tree, w->gva, false, &vcpu->mmu.kit);
    ASSERT(leaf != 0);
    uint64_t bits = PTE_U | (host_writable ? PTE_W : 0);
    return spte_set(vcpu->vm, leaf, pfn, bits, &vcpu->mmu.kit) ? MMU_RESUME : -EAGAIN;
}

/* The guest's own tables are no business of ours. */
static int npt_cr3_loaded(struct vcpu *vcpu)
{
    return 0;
}

static void npt_invlpg(struct vcpu *vcpu, uint32_t gva)
{
}

static void npt_context_changed(struct vcpu *vcpu)
{
}

static void npt_table_written(struct vm *vm, uint64_t gpa, unsigned n)
{
}

static void npt_zap_all(struct vm *vm)
{
    mmu_tree_empty(vm, &vm->mmu.nested);
}

static void npt_vm_end(struct vm *vm)
{
    mmu_lock(vm);
    mmu_tree_end(vm, &vm->mmu.nested);
    mmu_unlock(vm);
}

const struct mmu_mode mmu_npt = {
    .name = "npt",
    .nested = true,
    .vm_end = npt_vm_end,
    .prepare = npt_prepare,
    .install = npt_install,
    .cr3_loaded = npt_cr3_loaded,
    .invlpg = npt_invlpg,
    .context_changed = npt_context_changed,
    .table_written = npt_table_written,
    .zap_all = npt_zap_all,
};
