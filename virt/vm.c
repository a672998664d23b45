/* SPDX-License-Identifier: MIT
 * Virtual machines: their life, and what vm_control() does.
 *
 * A machine lives while its descriptor or one of its virtual CPUs does.  It may be used by the
 * process that made it, as long as that runs the same program: its memory is that address space.
 */
#include <errno.h>
#include <string.h>
#include "threads/interrupt.h"
#include "threads/malloc.h"
#include "userprog/process.h"
#include "userprog/uaccess.h"
#include "virt/svm.h"
#include "virt/vm.h"

/* ---- Life ----------------------------------------------------------------------------------- */

int vm_make(unsigned mode, struct vm **result)
{
    if (mode > VM_MODE_NPT)
        return -EINVAL;
    int err = svm_start();
    if (err < 0)
        return err;
    const struct mmu_mode *m = mmu_mode(mode);
    if (m == NULL)
        return -ENODEV;
    struct vm *vm = calloc(1, sizeof *vm);
    if (vm == NULL)
        return -ENOMEM;
    vm->refs = 1;
    vm->process = process_current();
    vm->aspace = vm->process->aspace;
    vm->mode = m;
    lock_init(&vm->slots_lock);
    list_init(&vm->vcpus);
    err = mmu_vm_init(vm);
    if (err < 0)
        free(vm);
    *result = vm;
    return err;
}

void vm_ref(struct vm *vm)
{
    enum intr_level old = intr_disable();
    vm->refs++;
    intr_set_level(old);
}

void vm_unref(struct vm *vm)
{
    enum intr_level old = intr_disable();
    unsigned left = --vm->refs;
    intr_set_level(old);
    if (left > 0)
        return;
    mmu_vm_end(vm);
    virt_count_machine(&vm->counters);
    free(vm);
}

int vm_check_owner(const struct vm *vm)
{
    const struct process *p = process_current();
    return vm->process == p && vm->aspace == p->aspace ? 0 : -EPERM;
}

/* ---- Control -------------------------------------------------------------------------------- */

/* All structures that vm_control() takes. */
union vm_argument {
    struct vm_slot slot;
    struct vm_dirty dirty;
    struct vm_cache cache;
    struct vm_counters counters;
    struct vm_idle idle;
    struct vm_reclaim reclaim;
};

/* How much of it goes in, and out. */
static const struct {
    uint8_t in, out;
} sizes[] = {
    [VM_SET_SLOT] = {sizeof(struct vm_slot), 0},
    [VM_GET_DIRTY] = {sizeof(struct vm_dirty), 0},
    [VM_SET_CACHE] = {sizeof(struct vm_cache), 0},
    [VM_GET_CACHE] = {0, sizeof(struct vm_cache)},
    [VM_GET_COUNTERS] = {0, sizeof(struct vm_counters)},
    [VM_IDLE] = {sizeof(struct vm_idle), 0},
    [VM_RECLAIM] = {sizeof(struct vm_reclaim), sizeof(struct vm_reclaim)},
    [VM_AUDIT] = {0, 0},
};
static_assert(sizeof(union vm_argument) < 256, "sizes fit in a byte");

static int carry_out(struct vm *vm, unsigned op, union vm_argument *a)
{
    switch (op) {
    case VM_SET_SLOT:
        return gmem_set_slot(vm, &a->slot);
    case VM_GET_DIRTY:
        return gmem_get_dirty(vm, &a->dirty);
    case VM_SET_CACHE:
        return vm->mode->set_cache != NULL ? vm->mode->set_cache(vm, &a->cache) : -EINVAL;
    case VM_GET_CACHE:
        return vm->mode->get_cache != NULL ? vm->mode->get_cache(vm, &a->cache) : -EINVAL;
    case VM_GET_COUNTERS:
        a->counters = vm->counters;
        return 0;
    case VM_IDLE:
        return gmem_idle(vm, &a->idle);
    case VM_RECLAIM:
        return gmem_reclaim(vm, &a->reclaim);
    case VM_AUDIT:
        return vm->mode->audit != NULL ? vm->mode->audit(vm) : -ENOSYS;
    default:
        return -EINVAL;
    }
}

int vm_control(struct vm *vm, unsigned op, uintptr_t arg)
{
    union vm_argument a;
    if (op == 0 || op >= sizeof sizes / sizeof *sizes)
        return -EINVAL;
    memset(&a, 0, sizeof a);
    int err = uaccess_read(&a, arg, sizes[op].in);
    if (err == 0)
        err = carry_out(vm, op, &a);
    return err < 0 ? err : uaccess_write(arg, &a, sizes[op].out) < 0 ? -EFAULT : err;
}
