/* SPDX-License-Identifier: MIT
 * What the host's memory management tells a machine: pages leave, become read-only, may change, are
 * asked whether they are in use.
 */
#include "threads/vaddr.h"
#include "virt/vm.h"
#include "vm/page.h"

static struct vm *vm_of(struct aspace_notifier *n)
{
    return container_of(n, struct vm, notifier);
}

/* Is the page at ADDR guest memory?  A frame that is, at another address, too, loses its leaves
 * only when that address is told of; but it would do no harm to take them before. */
static bool is_guests(const struct vm *vm, uintptr_t addr)
{
    for (const struct vm_slot_info *s = vm->slots; s < vm->slots + VM_SLOTS; s++)
        if (addr - s->uaddr < (uintptr_t)s->pages << PGBITS)
            return true;
    return false;
}

static uint32_t on_invalidate(struct aspace_notifier *n, uintptr_t addr, uint32_t frame)
{
    struct vm *vm = vm_of(n);
    uint32_t had = is_guests(vm, addr) ? rmap_zap(vm, frame) : 0;
    mmu_request_flush(vm);
    return had;
}

static void on_protect(struct aspace_notifier *n, uintptr_t addr, uint32_t frame)
{
    struct vm *vm = vm_of(n);
    if (is_guests(vm, addr))
        rmap_protect(vm, frame);
    mmu_request_flush(vm);
}

static uint32_t on_test(struct aspace_notifier *n, uintptr_t addr, uint32_t frame, uint32_t bits,
                        bool clear)
{
    struct vm *vm = vm_of(n);
    uint32_t has = is_guests(vm, addr) ? rmap_test(vm, frame, bits, clear) : 0;
    mmu_request_flush(vm);
    return has;
}

static bool on_changing(struct aspace_notifier *n, uintptr_t addr, bool store)
{
    struct vm *vm = vm_of(n);
    bool may = true;
    for (const struct vm_slot_info *s = vm->slots; s < vm->slots + VM_SLOTS; s++)
        if (vm->mode->table_changing != NULL && addr - s->uaddr < (uintptr_t)s->pages << PGBITS)
            may &= vm->mode->table_changing(vm, s->first + ((addr - s->uaddr) >> PGBITS), store);
    mmu_request_flush(vm);
    return may;
}

static void on_release(struct aspace_notifier *n)
{
    struct vm *vm = vm_of(n);
    vm->aspace = NULL;
    if (vm->mmu.rmap != NULL)
        vm->mode->zap_all(vm);
    mmu_request_flush(vm);
}

const struct aspace_notifier_ops mmu_notifier_ops = {
    .invalidate = on_invalidate,
    .protect = on_protect,
    .test = on_test,
    .changing = on_changing,
    .release = on_release,
    .spare = mmu_spare,
    .shrink = mmu_shrink,
};
