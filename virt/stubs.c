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
