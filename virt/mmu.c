/* SPDX-License-Identifier: MIT
 * The memory side of a machine: what is the same in all modes.
 *
 * A fault of the guest goes: fill the kit -> vm_lock -> walk the guest's tables -> see the page in
 * the host's own tables -> the mode installs a leaf.  Whatever is missing on the way (a guest table
 * or the page itself, swapped out; a writable copy of it) is brought in by an ordinary fault of the
 * process, without the lock, and all is looked at again from the start.
 */
#include "virt/mmu.h"
#include <debug.h>
#include <errno.h>
#include <string.h>
#include "threads/cmdline.h"
#include "threads/interrupt.h"
#include "threads/vaddr.h"
#include "virt/svm.h"
#include "virt/vm.h"
#include "virt_audit.h"
#include "vm/page.h"

/* By VM_MODE_…; that of DEFAULT is -shadow's. */
static const struct mmu_mode *modes[] = {
    [VM_MODE_DEFAULT] = &mmu_cache,
    [VM_MODE_VTLB] = &mmu_vtlb,
    [VM_MODE_CACHE] = &mmu_cache,
    [VM_MODE_NPT] = &mmu_npt,
};
#define MODES (sizeof modes / sizeof *modes)

static int option_shadow(const char *value)
{
    for (unsigned i = VM_MODE_DEFAULT + 1; i < MODES && value != NULL; i++) {
        if (modes[i] != NULL && strcmp(modes[i]->name, value) == 0) {
            modes[VM_MODE_DEFAULT] = modes[i];
            return 0;
        }
    }
    return -EINVAL;
}
CMDLINE_OPTION(shadow, option_shadow,
               "MODE: translate guests' memory by vtlb, cache or npt (nested paging)");

const struct mmu_mode *mmu_mode(unsigned mode)
{
    const struct mmu_mode *m = mode < MODES ? modes[mode] : NULL;
    return m != NULL && m->nested && !svm.has_nested ? NULL : m;
}

/* ---- Locks and flushes ---------------------------------------------------------------------- */

void mmu_request_flush(struct vm *vm)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    if (vm->mmu.flushed == vm->mmu.removals)
        return;
    enum intr_level old = intr_disable(); /* mmu_enter() looks at both. */
    vm->mmu.flushed = vm->mmu.removals;
    LIST_FOREACH (e, &vm->vcpus)
        list_entry(e, struct vcpu, elem)->mmu.flush = true;
    intr_set_level(old);
}

void mmu_lock(struct vm *vm)
{
    lock_acquire(&vm_lock);
}

void mmu_unlock(struct vm *vm)
{
    mmu_request_flush(vm);
    lock_release(&vm_lock);
}

/* No emulator shows that a flush is missing: so this does.  What another thread is taking away
 * right now, with vm_lock held, may be used until it lets go of it. */
bool mmu_enter(struct vcpu *vcpu)
{
    ASSERT(intr_get_level() == INTR_OFF && vcpu->mmu.root_valid);
    struct vcpu_mmu *m = &vcpu->mmu;
    bool flush = m->flush;
    ASSERT(vm_lock.holder != NULL || vcpu->vm->mmu.flushed == vcpu->vm->mmu.removals);
    ASSERT(flush || m->seen_removals == vcpu->vm->mmu.flushed);
    m->seen_removals = vcpu->vm->mmu.flushed;
    m->flush = false;
    return flush;
}

/* ---- The kit -------------------------------------------------------------------------------- */

void *mmu_kit_take(struct mmu_kit *kit)
{
    return kit->count > 0 ? kit->pages[--kit->count] : NULL;
}

/* Fills it as far as memory allows. */
static bool fill_kit(struct vcpu *vcpu)
{
    struct mmu_kit *kit = &vcpu->mmu.kit;
    while (kit->count < MMU_KIT_PAGES) {
        void *page = mmu_page_get(vcpu->vm);
        if (page == NULL)
            return false;
        kit->pages[kit->count++] = page;
    }
    return true;
}

/* How often an instruction may lose all its tables for want of a page.  It may need several at once
 * that come one by one, and then would never end. */
#define SHORT_MAX 16

static bool is_hopeless(struct vcpu *vcpu)
{
    struct vcpu_mmu *m = &vcpu->mmu;
    uint32_t state = vcpu_guest_state(vcpu);
    m->short_count = state == m->short_state ? m->short_count + 1 : 1;
    m->short_state = state;
    return m->short_count > SHORT_MAX;
}

/* Fills it; if memory is short, with the tables that there are. */
static NO_INLINE int fill_kit_or_zap(struct vcpu *vcpu)
{
    if (fill_kit(vcpu))
        return 0;
    if (is_hopeless(vcpu))
        return -ENOMEM;
    mmu_lock(vcpu->vm);
    vcpu->vm->mode->zap_all(vcpu->vm);
    mmu_unlock(vcpu->vm);
    return fill_kit(vcpu) ? 0 : -ENOMEM;
}

static int need_kit(struct vcpu *vcpu)
{
    return vcpu->mmu.kit.count == MMU_KIT_PAGES ? 0 : fill_kit_or_zap(vcpu);
}

/* ---- Life ----------------------------------------------------------------------------------- */

static int init_mode(struct vm *vm)
{
    return vm->mode->vm_init != NULL ? vm->mode->vm_init(vm) : 0;
}

/* The reverse map comes last, and goes first: only then is the rest whole. */
int mmu_vm_init(struct vm *vm)
{
    walk_init();
    vm->notifier.ops = &mmu_notifier_ops;
    mmu_lock(vm);
    aspace_add_notifier(vm->aspace, &vm->notifier);
    mmu_unlock(vm);
    int err = init_mode(vm);
    struct rmap *rmap = err == 0 ? mmu_page_get(vm) : NULL;
    vm->mmu.rmap = rmap;
    if (err == 0 && rmap == NULL)
        err = -ENOMEM;
    if (err != 0)
        mmu_vm_end(vm);
    return err;
}

void mmu_vm_end(struct vm *vm)
{
    mmu_lock(vm);
    if (vm->aspace != NULL)
        aspace_remove_notifier(vm->aspace, &vm->notifier);
    vm->aspace = NULL;
    if (vm->mmu.rmap != NULL) {
        vm->mode->zap_all(vm);
        mmu_request_flush(vm);
        mmu_page_free(vm, vm->mmu.rmap);
    }
    vm->mmu.rmap = NULL;
    mmu_unlock(vm);
    if (vm->mode->vm_end != NULL)
        vm->mode->vm_end(vm);
    for (struct vm_slot_info *s = vm->slots; s < vm->slots + VM_SLOTS; s++)
        gmem_free_log(vm, s->dirty, s->pages);
    kept_end(&vm->notifier);
}

int mmu_vcpu_init(struct vcpu *vcpu)
{
    vcpu->mmu.flush = true;
    return vcpu->vm->mode->vcpu_init != NULL ? vcpu->vm->mode->vcpu_init(vcpu) : 0;
}

void mmu_vcpu_end(struct vcpu *vcpu)
{
    if (vcpu->vm->mode->vcpu_end != NULL)
        vcpu->vm->mode->vcpu_end(vcpu);
    mmu_lock(vcpu->vm);
    for (void *page; (page = mmu_kit_take(&vcpu->mmu.kit)) != NULL;)
        mmu_page_free(vcpu->vm, page);
    mmu_unlock(vcpu->vm);
}

int mmu_prepare(struct vcpu *vcpu)
{
    if (vcpu->mmu.root_valid)
        return 0;
    int err = need_kit(vcpu);
    if (err == 0)
        err = vcpu->vm->mode->prepare(vcpu);
    vcpu->mmu.flush = true;
    return err;
}

/* ---- Faults --------------------------------------------------------------------------------- */

/* A supervisor's write to a read-only page, which CR0.WP = 0 allows it, is let through by an entry
 * that users cannot use; their next access swaps that for one that cannot be written. */
uint64_t mmu_leaf_bits(const struct vcpu *vcpu, const struct walk *w, bool host_writable)
{
    unsigned rights = w->rights[w->leaf - 1];
    bool override = (w->access & PF_WRITE) && !(rights & ACC_WRITE);
    bool writable = host_writable && w->dirty && ((rights & ACC_WRITE) || override);
    struct paging paging = vcpu_paging(vcpu);
    bool no_exec = paging.on && paging.pae && paging.nxe && !(rights & ACC_EXEC);
    return (writable ? PTE_W : 0) | ((rights & ACC_USER) && !override ? PTE_U : 0) |
           (no_exec ? SPTE_NX : 0);
}

#define TRIES 32
#define NOTHING UINT64_MAX /* In a gmem_need: it was the kit that had too little. */

/* W is allowed by the guest: is there such memory, and does the host have its page? */
static int install(struct vcpu *vcpu, const struct walk *w, struct gmem_need *need)
{
    struct vm *vm = vcpu->vm;
    bool write = w->access & PF_WRITE, writable;
    pfn_t pfn;
    const struct vm_slot_info *slot = gmem_slot(vm, w->gfn);
    if (slot == NULL || (write && (slot->flags & VM_SLOT_READONLY)))
        return MMU_MEMORY;
    if (write)
        gmem_mark_dirty(vm, w->gfn);
    uint64_t gpa = (uint64_t)w->gfn << PGBITS;
    if (gmem_peek(vm, gpa, &pfn, &writable) == NULL || (write && !writable)) {
        *need = (struct gmem_need){gpa, write};
        return -EAGAIN;
    }
    need->gpa = NOTHING;
    return vm->mode->install(vcpu, w, pfn, writable);
}

/* One attempt.  With nested paging ADDR is what the guest's walk, which was the CPU's, came to. */
static int attempt(struct vcpu *vcpu, uint32_t addr, struct walk *w, struct gmem_need *need)
{
    unsigned access = w->access;
    int result = MMU_RESUME;
    if (vcpu->vm->mode->nested)
        *w = (struct walk){
            .gva = addr, .access = access, .gfn = addr >> PGBITS, .leaf = 1, .rights = {ACC_ALL}};
    else
        result = walk_locked(vcpu, addr, access, true, w, need);
    return result == MMU_RESUME ? install(vcpu, w, need) : result;
}

/* Tries again while something is missing that can be brought in; not for ever, as what was brought
 * in may leave before the rest has come.  Then the guest faults again, but its deadline is looked
 * at. */
static int resolve(struct vcpu *vcpu, uint32_t addr, struct walk *w)
{
    int result = -EAGAIN;
    for (unsigned i = 0; result == -EAGAIN && i < TRIES; i++) {
        struct gmem_need need = {.gpa = NOTHING};
        result = need_kit(vcpu);
        if (result != 0)
            break;
        mmu_lock(vcpu->vm);
        result = attempt(vcpu, addr, w, &need);
        mmu_unlock(vcpu->vm);
        if (result == -EAGAIN && need.gpa != NOTHING)
            result = gmem_fault_in(vcpu->vm, need.gpa, need.write) ?: -EAGAIN;
    }
    return result == -EAGAIN ? MMU_RESUME : result;
}

int mmu_fault(struct vcpu *vcpu, uint32_t gva, uint32_t error, struct walk *w)
{
    w->access = error & (PF_WRITE | PF_USER | PF_FETCH);
    int result = resolve(vcpu, gva, w);
    if (result == MMU_REFLECT)
        vcpu->vm->counters.reflected++;
    else
        vcpu->vm->counters.faults++;
    virt_audit_fault(vcpu->vm);
    return result;
}

int mmu_nested_fault(struct vcpu *vcpu, uint64_t gpa, uint32_t error, struct walk *w)
{
    if (gpa >> 32 == 0)
        return mmu_fault(vcpu, gpa, error & PF_WRITE, w);
    *w = (struct walk){.access = error & PF_WRITE, .gfn = gpa >> PGBITS};
    return MMU_MEMORY; /* Slots lie below 4 GB. */
}

/* ---- What the guest does to its paging ------------------------------------------------------ */

/* Bits of a directory pointer that must be 0: 1, 2, 5 to 8, and what no address has. */
#define PDPTE_RESERVED 0x1e6u

int mmu_read_pdptes(struct vm *vm, uint32_t cr3, struct pdptes *p)
{
    *p = (struct pdptes){0};
    int err = vm->mode->nested ? 0 : gmem_read(vm, cr3 & ~0x1fu, p, sizeof *p);
    for (const uint32_t *w = (uint32_t *)p; err == 0 && w < (uint32_t *)(p + 1); w += 2)
        if ((w[0] & PTE_P) && ((w[0] & PDPTE_RESERVED) || w[1] >> (walk_physical_bits - 32)))
            err = -EINVAL;
    return err;
}

int mmu_load_cr3(struct vcpu *vcpu, const struct pdptes *p)
{
    vcpu->mmu.pdptes = *p;
    vcpu->vm->counters.cr3_loads++;
    vcpu->mmu.flush = true;
    return vcpu->vm->mode->cr3_loaded(vcpu);
}

int mmu_cr3_loaded(struct vcpu *vcpu)
{
    struct pdptes p;
    struct paging paging = vcpu_paging(vcpu);
    int err = paging.on && paging.pae ? mmu_read_pdptes(vcpu->vm, vcpu->cr3, &p) : 0;
    return err != 0 ? err : mmu_load_cr3(vcpu, &p);
}

void mmu_invlpg(struct vcpu *vcpu, uint32_t gva)
{
    vcpu->mmu.flush = true;
    vcpu->vm->mode->invlpg(vcpu, gva);
}

void mmu_context_changed(struct vcpu *vcpu)
{
    vcpu->mmu.flush = true;
    vcpu->vm->mode->context_changed(vcpu);
}

int mmu_update_table(struct vm *vm, uint64_t gpa, unsigned n, gmem_change *change, void *ctx)
{
    for (;;) {
        mmu_lock(vm);
        bool done = gmem_update(vm, gpa, n, change, ctx);
        if (done)
            vm->mode->table_written(vm, gpa, n);
        mmu_unlock(vm);
        int err = done ? 0 : gmem_fault_in(vm, gpa, true);
        if (done || err < 0)
            return err;
    }
}

/* A gmem_change. */
static uint64_t replacement(void *ctx, uint64_t old)
{
    return *(uint64_t *)ctx;
}

int mmu_write_table(struct vcpu *vcpu, uint64_t gpa, const void *src, unsigned n)
{
    uint64_t word = 0;
    ASSERT(n <= sizeof word);
    memcpy(&word, src, n);
    return mmu_update_table(vcpu->vm, gpa, n, replacement, &word);
}

void mmu_unshadow(struct vcpu *vcpu, gfn_t gfn)
{
    mmu_lock(vcpu->vm);
    vcpu->vm->mode->table_written(vcpu->vm, (uint64_t)gfn << PGBITS, 0);
    mmu_unlock(vcpu->vm);
}
