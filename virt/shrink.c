/* SPDX-License-Identifier: MIT
 * What a machine costs the kernel, and what it gives back: vm/notifier.h.
 *
 * Charged to its process's group are all its pages (tables, their reverse map, each virtual CPU's
 * kit and VMCB) and the heap's blocks of a page or more (dirty logs, the shadow cache's array).
 * Given back are kits and tables, for they can always be made anew.  A machine that runs keeps as
 * many tables as an instruction may need; an idle one, of whose virtual CPUs none is in vcpu_run(),
 * none.
 */
#include <debug.h>
#include "threads/interrupt.h"
#include "threads/malloc.h"
#include "threads/vaddr.h"
#include "virt/vm.h"
#include "vm/page.h"

/* ---- Charges -------------------------------------------------------------------------------- */

void *mmu_page_get(struct vm *vm)
{
    return kept_get_page(&vm->notifier);
}

void mmu_page_free(struct vm *vm, void *page)
{
    kept_free_page(&vm->notifier, page);
}

static void uncharge(struct vm *vm, size_t pages)
{
    mmu_lock(vm);
    kept_uncharge(&vm->notifier, pages);
    mmu_unlock(vm);
}

void *mmu_heap_get(struct vm *vm, size_t bytes)
{
    if (kept_charge(&vm->notifier, bytes / PGSIZE) != 0)
        return NULL;
    void *block = calloc(1, bytes);
    if (block == NULL)
        uncharge(vm, bytes / PGSIZE);
    return block;
}

void mmu_heap_free(struct vm *vm, void *block, size_t bytes)
{
    free(block);
    if (block != NULL && bytes >= PGSIZE)
        uncharge(vm, bytes / PGSIZE);
}

/* ---- Giving back ---------------------------------------------------------------------------- */

static struct vm *vm_of(struct aspace_notifier *n)
{
    return container_of(n, struct vm, notifier);
}

static bool is_idle(struct vm *vm)
{
    LIST_FOREACH (e, &vm->vcpus)
        if (list_entry(e, struct vcpu, elem)->busy)
            return false;
    return true;
}

static size_t spare_tables(struct vm *vm)
{
    size_t tables = vm->mode->tables(vm), keep = is_idle(vm) ? 0 : MMU_TABLES_MIN;
    return tables > keep ? tables - keep : 0;
}

size_t mmu_spare(struct aspace_notifier *n, bool *idle)
{
    struct vm *vm = vm_of(n);
    if (vm->mmu.rmap == NULL)
        return 0;
    *idle = is_idle(vm);
    size_t pages = spare_tables(vm);
    LIST_FOREACH (e, &vm->vcpus) {
        const struct vcpu *v = list_entry(e, struct vcpu, elem);
        pages += v->busy ? 0 : v->mmu.kit.count;
    }
    return pages;
}

/* A page of the kit of a virtual CPU that no thread has; who comes to have it fills it again. */
static void *take_from_kit(struct vm *vm)
{
    void *page = NULL;
    enum intr_level old = intr_disable();
    LIST_FOREACH (e, &vm->vcpus) {
        struct vcpu *v = list_entry(e, struct vcpu, elem);
        if (page == NULL && !v->busy)
            page = mmu_kit_take(&v->mmu.kit);
    }
    intr_set_level(old);
    return page;
}

void mmu_shrink(struct aspace_notifier *n)
{
    struct vm *vm = vm_of(n);
    size_t before = n->pages;
    void *page = take_from_kit(vm);
    if (page != NULL)
        mmu_page_free(vm, page);
    else if (spare_tables(vm) > 0)
        vm->mode->shrink(vm, is_idle(vm));
    mmu_request_flush(vm);
    vm->counters.shrunk += before - n->pages;
}
