/* SPDX-License-Identifier: MIT
 * A tree of tables that nobody else shares: what vtlb and npt give the CPU to walk.
 *
 * Directory entries allow everything; the leaves decide.  A directory entry is marked when one of
 * the leaves below is part of a large page of the guest's, which it invalidates as one.
 */
#include <debug.h>
#include "threads/vaddr.h"
#include "virt/vm.h"
#include "vm/page.h"

#define DIR_RIGHTS (PTE_P | PTE_W | PTE_U)
#define DIR_LARGE 0x200 /* One of the bits left to software. */
#define ENTRY_ADDR 0xfffff000u

static unsigned top_level(const struct mmu_tree *t)
{
    return t->pae ? 3 : 2;
}

/* The entry for ADDR in TABLE of LEVEL. */
static spte_ref entry_of(const struct mmu_tree *t, const void *table, unsigned level, uint32_t addr)
{
    if (t->pae)
        return ((uintptr_t)table + ((addr >> (12 + 9 * (level - 1))) & 511) * 8) | SPTE_PAE;
    return (uintptr_t)table + ((addr >> (12 + 10 * (level - 1))) & 1023) * 4;
}

/* Directory entries lie below 4 GB, and so the low word is all of them. */
static uint32_t *word_of(spte_ref ref)
{
    return (uint32_t *)(ref & ~(spte_ref)SPTE_PAE);
}

/* The table below the directory entry at REF of LEVEL, made if there is none and a KIT is given. */
static void *table_below(struct mmu_tree *t, spte_ref ref, unsigned level, struct mmu_kit *kit)
{
    uint32_t *entry = word_of(ref);
    if (*entry & PTE_P)
        return ptov(*entry & ENTRY_ADDR);
    void *table = kit != NULL ? mmu_kit_take(kit) : NULL;
    if (table != NULL) {
        /* The four entries of PAE's top have no rights of their own. */
        *entry = vtop(table) | (level == 3 ? PTE_P : DIR_RIGHTS);
        t->tables++;
    }
    return table;
}

spte_ref mmu_tree_leaf(struct mmu_tree *t, uint32_t addr, bool large, struct mmu_kit *kit)
{
    void *table = t->root;
    for (unsigned level = top_level(t); level > 1 && table != NULL; level--) {
        spte_ref entry = entry_of(t, table, level, addr);
        table = table_below(t, entry, level, kit);
        if (level == 2 && large && table != NULL)
            *word_of(entry) |= DIR_LARGE;
    }
    return table != NULL ? entry_of(t, table, 1, addr) : 0;
}

/* TABLE, to which no entry leads any more, goes.  The CPU may remember that entry, too. */
static void free_table(struct vm *vm, void *table)
{
    vm->mmu.removals++;
    mmu_request_flush(vm);
    mmu_page_free(vm, table);
}

/* TABLE of LEVEL, and all below it, go. */
static void free_below(struct vm *vm, struct mmu_tree *t, spte_ref ref, unsigned level);

static void empty_table(struct vm *vm, struct mmu_tree *t, void *table, unsigned level)
{
    if (level == 1) {
        spte_clear_table(vm, table, t->pae);
        return;
    }
    unsigned size = t->pae ? 8 : 4, n = level == 3 ? 4 : PGSIZE / size;
    for (unsigned i = 0; i < n; i++)
        free_below(vm, t, (uintptr_t)table + i * size, level);
}

/* What the entry at REF of LEVEL points to goes. */
static void free_below(struct vm *vm, struct mmu_tree *t, spte_ref ref, unsigned level)
{
    uint32_t *entry = word_of(ref);
    if (!(*entry & PTE_P))
        return;
    void *table = ptov(*entry & ENTRY_ADDR);
    *entry = 0;
    empty_table(vm, t, table, level - 1);
    t->tables--;
    free_table(vm, table);
}

void mmu_tree_shrink(struct vm *vm, struct mmu_tree *t)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    uint32_t span = t->pae ? 1u << 21 : 1u << 22;
    for (uint32_t n = -span / span; t->tables > 0 && n != UINT32_MAX; n--) {
        t->hand += span;
        void *table = t->root;
        if (t->pae)
            table = table_below(t, entry_of(t, table, 3, t->hand), 3, NULL);
        spte_ref ref = table != NULL ? entry_of(t, table, 2, t->hand) : 0;
        if (ref != 0 && (*word_of(ref) & PTE_P)) {
            free_below(vm, t, ref, 2);
            return;
        }
    }
    mmu_tree_empty(vm, t);
}

void mmu_tree_invalidate(struct vm *vm, struct mmu_tree *t, uint32_t addr)
{
    void *table = t->root;
    for (unsigned level = top_level(t); level > 1 && table != NULL; level--) {
        spte_ref entry = entry_of(t, table, level, addr);
        if (*word_of(entry) & DIR_LARGE) {
            free_below(vm, t, entry, level);
            return;
        }
        table = table_below(t, entry, level, NULL);
    }
    if (table != NULL)
        spte_clear(vm, entry_of(t, table, 1, addr));
}

void mmu_tree_empty(struct vm *vm, struct mmu_tree *t)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    if (t->root != NULL)
        empty_table(vm, t, t->root, top_level(t));
    ASSERT(t->tables == 0);
}

void mmu_tree_end(struct vm *vm, struct mmu_tree *t)
{
    mmu_tree_empty(vm, t);
    if (t->root == NULL)
        return;
    free_table(vm, t->root);
    t->root = NULL;
}
