/* SPDX-License-Identifier: MIT
 * The self-audit of all modes' leaves, in the debug build: does each say no more than the host's
 * own entries for its frame?
 */
#include <debug.h>
#include "threads/vaddr.h"
#include "virt/vm.h"
#include "virt_audit.h"
#include "vm/page.h"

/* How many faults are between two looks at all leaves. */
#define AUDIT_INTERVAL 512

/* What the host allows for PAGE at the addresses that are in slots of VM: PTE_P and PTE_W. */
static uint32_t host_rights(const struct vm *vm, const struct mpage *page)
{
    uint32_t rights = 0;
    for (const struct upage *u = page->mappers; u != NULL; u = u->map_next) {
        const uint32_t *pte = upage_aspace(u) == vm->aspace ? pte_find(u) : NULL;
        uint32_t has = pte == NULL ? 0 : *pte & PTE_WATCHED ? *pte | PTE_W : *pte;
        for (const struct vm_slot_info *s = vm->slots; s < vm->slots + VM_SLOTS; s++)
            if (upage_addr(u) - s->uaddr < (uintptr_t)s->pages << PGBITS)
                rights |= has & (s->flags & VM_SLOT_READONLY ? PTE_P : PTE_P | PTE_W);
    }
    return rights;
}

static void audit_leaf(void *ctx, spte_ref ref)
{
    struct vm *vm = ctx;
    uint64_t leaf = spte_read(ref);
    pfn_t pfn = (leaf & ~SPTE_NX) >> PGBITS;
    const struct mpage *page = frames[pfn].page;
    ASSERT(vm->aspace != NULL);
    ASSERT(page != NULL && page->state == MPAGE_RESIDENT);
    uint32_t rights = host_rights(vm, page);
    ASSERT(rights & PTE_P);
    ASSERT(!(leaf & PTE_W) || (rights & PTE_W));
}

int virt_audit_leaves(struct vm *vm)
{
    mmu_lock(vm);
    rmap_each_of_all(vm, audit_leaf, vm);
    mmu_unlock(vm);
    return 0;
}

void virt_audit_fault(struct vm *vm)
{
    static unsigned calls;
    if (++calls % AUDIT_INTERVAL == 0)
        virt_audit_leaves(vm);
}
