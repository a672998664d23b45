/* SPDX-License-Identifier: MIT
 * Mode npt: the CPU walks the guest's tables itself, and one tree from guest-physical to
 * host-physical addresses, which all virtual CPUs share.  It is in PAE format: see world-pae.S.
 * While a guest's paging is off, it serves as shadow tables.
 */
#include <debug.h>
#include <errno.h>
#include <string.h>
#include "threads/mmu.h"
#include "threads/palloc.h"
#include "threads/vaddr.h"
#include "virt/vm.h"
#include "virt_audit.h"
#include "vm/page.h"

/* ---- The host's own tables for the world switch --------------------------------------------- */

uint32_t svm_pae_cr3; /* vm_lock to set. */

/* Fills a directory and, after it, a PAE one: they map physical memory, and the former's first
 * eight entries are the pointers to the latter. */
static void fill_directories(uint32_t *legacy)
{
    uint64_t *pae = (uint64_t *)(legacy + PTES_PER_PAGE);
    memcpy(legacy + PDE_KERNEL, kernel_pagedir + PDE_KERNEL, RAM_MAX / PDE_SPAN * sizeof *legacy);
    legacy[3 * 2] = vtop(pae) | PTE_P;
    for (uint32_t i = 0; i < RAM_MAX >> 21; i++)
        pae[i] = i << 21 | PTE_P | PTE_W | PDE_PS;
}

static int npt_vm_init(struct vm *vm)
{
    uint32_t *pages = svm_pae_cr3 == 0 ? palloc_get_multiple(PAL_ZERO, 2) : NULL;
    if (pages == NULL)
        return svm_pae_cr3 != 0 ? 0 : -ENOMEM;
    fill_directories(pages);
    mmu_lock(vm);
    bool first = svm_pae_cr3 == 0;
    if (first)
        svm_pae_cr3 = vtop(pages);
    mmu_unlock(vm);
    if (!first)
        palloc_free_multiple(pages, 2);
    return 0;
}

/* ---- The mode ------------------------------------------------------------------------------- */

static int npt_prepare(struct vcpu *vcpu)
{
    struct mmu_tree *tree = &vcpu->vm->mmu.nested;
    mmu_lock(vcpu->vm);
    tree->pae = vcpu->mmu.hw_pae = true;
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

static unsigned npt_tables(const struct vm *vm)
{
    return vm->mmu.nested.tables;
}

static void npt_shrink(struct vm *vm, bool idle)
{
    mmu_tree_shrink(vm, &vm->mmu.nested);
}

const struct mmu_mode mmu_npt = {
    .name = "npt",
    .nested = true,
    .vm_init = npt_vm_init,
    .vm_end = npt_vm_end,
    .prepare = npt_prepare,
    .install = npt_install,
    .cr3_loaded = npt_cr3_loaded,
    .invlpg = npt_invlpg,
    .context_changed = npt_context_changed,
    .table_written = npt_table_written,
    .zap_all = npt_zap_all,
    .tables = npt_tables,
    .shrink = npt_shrink,
    .audit = virt_audit_leaves,
};
