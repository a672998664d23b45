/* SPDX-License-Identifier: MIT
 * Stand-ins for parts of virt/ that are still being built.
 */
#include <errno.h>
#include "virt/vm.h"

#define WEAK __attribute__((weak))

WEAK const struct mmu_mode *mmu_mode(unsigned mode)
{
    return NULL;
}
WEAK int mmu_vm_init(struct vm *vm)
{
    return -ENODEV;
}
WEAK void mmu_vm_end(struct vm *vm)
{
}
WEAK int mmu_vcpu_init(struct vcpu *vcpu)
{
    return -ENODEV;
}
WEAK void mmu_vcpu_end(struct vcpu *vcpu)
{
}
WEAK int gmem_set_slot(struct vm *vm, const struct vm_slot *slot)
{
    return -ENODEV;
}
WEAK int gmem_get_dirty(struct vm *vm, const struct vm_dirty *r)
{
    return -ENODEV;
}
WEAK int gmem_idle(struct vm *vm, const struct vm_idle *r)
{
    return -ENODEV;
}
WEAK int gmem_reclaim(struct vm *vm, struct vm_reclaim *r)
{
    return -ENODEV;
}
WEAK int walk_guest(struct vcpu *v, uint32_t a, unsigned x, bool s, struct walk *w)
{
    return -ENODEV;
}
WEAK int mmu_prepare(struct vcpu *v)
{
    return -ENODEV;
}
WEAK bool mmu_enter(struct vcpu *v)
{
    return true;
}
WEAK int mmu_fault(struct vcpu *v, uint32_t gva, uint32_t error, struct walk *w)
{
    return -ENODEV;
}
WEAK int mmu_nested_fault(struct vcpu *v, uint64_t gpa, uint32_t error, struct walk *w)
{
    return -ENODEV;
}
WEAK int mmu_cr3_loaded(struct vcpu *v)
{
    return 0;
}
WEAK void mmu_invlpg(struct vcpu *v, uint32_t gva)
{
}
WEAK void mmu_context_changed(struct vcpu *v)
{
}
WEAK void mmu_unshadow(struct vcpu *v, gfn_t gfn)
{
}
WEAK int mmu_write_table(struct vcpu *v, uint64_t gpa, const void *s, unsigned n)
{
    return -ENODEV;
}
WEAK int gmem_read(struct vm *vm, uint64_t gpa, void *d, size_t n)
{
    return -ENODEV;
}
WEAK int mmu_read_virtual(struct vcpu *v, uint32_t a, void *d, size_t n, unsigned x, struct walk *w)
{
    return -ENODEV;
}
WEAK int mmu_write_virtual(struct vcpu *v, uint32_t a, const void *d, size_t n, unsigned x,
                           struct walk *w)
{
    return -ENODEV;
}
