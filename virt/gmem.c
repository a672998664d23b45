/* SPDX-License-Identifier: MIT
 * Guest-physical memory: slots, and reaching what is in them.
 *
 * A slot is a stretch of its process's memory, of which nothing is held: a page is looked up in the
 * process's page directory each time it is needed, under vm_lock, and faulted in like any other if
 * it is not there.
 */
#include <debug.h>
#include <errno.h>
#include <round.h>
#include <string.h>
#include "threads/thread.h"
#include "threads/vaddr.h"
#include "userprog/uaccess.h"
#include "virt/vm.h"
#include "vm/page.h"

#define SLOT_FLAGS (VM_SLOT_READONLY | VM_SLOT_LOG_DIRTY)
#define WORD_PAGES 32u /* Pages that a word of a bitmap stands for. */

/* ---- Looking up ----------------------------------------------------------------------------- */

static gfn_t gfn_of(uint64_t gpa)
{
    return gpa >> PGBITS;
}

const struct vm_slot_info *gmem_slot(const struct vm *vm, gfn_t gfn)
{
    for (const struct vm_slot_info *s = vm->slots; s < vm->slots + VM_SLOTS; s++)
        if (gfn - s->first < s->pages)
            return s;
    return NULL;
}

static uintptr_t uaddr_in(const struct vm_slot_info *s, gfn_t gfn)
{
    return s->uaddr + ((gfn - s->first) << PGBITS);
}

static uint32_t host_pte(const struct vm *vm, uintptr_t uaddr)
{
    uint32_t pde = vm->aspace->pagedir[pd_no((void *)uaddr)];
    return pde & PTE_P ? ((uint32_t *)pte_page(pde))[pt_no((void *)uaddr)] : 0;
}

static bool is_logged(const struct vm_slot_info *s, gfn_t gfn)
{
    gfn_t i = gfn - s->first;
    return s->dirty[i / WORD_PAGES] & 1u << i % WORD_PAGES;
}

void *gmem_peek(struct vm *vm, uint64_t gpa, pfn_t *pfn, bool *writable)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    gfn_t gfn = gfn_of(gpa);
    const struct vm_slot_info *s = gmem_slot(vm, gfn);
    uint32_t pte = s != NULL && vm->aspace != NULL ? host_pte(vm, uaddr_in(s, gfn)) : 0;
    if (!(pte & PTE_P))
        return NULL;
    if (pfn != NULL)
        *pfn = pte_frame(pte);
    if (writable != NULL)
        *writable = (pte & (PTE_W | PTE_WATCHED)) && !(s->flags & VM_SLOT_READONLY) &&
                    (s->dirty == NULL || is_logged(s, gfn));
    return (char *)pte_page(pte) + (gpa & PGMASK);
}

/* The next after OTHER (NULL: the first) of the machines over the process that VM is over. */
static struct vm *next_machine(const struct vm *vm, struct vm *other)
{
    struct aspace_notifier *n = other != NULL ? other->notifier.next : vm->aspace->notifiers;
    while (n != NULL && n->ops != &mmu_notifier_ops)
        n = n->next;
    return n != NULL ? container_of(n, struct vm, notifier) : NULL;
}

/* In how many slots is the page at UADDR, with all machines of the process? */
static unsigned slots_of(const struct vm *vm, uintptr_t uaddr)
{
    unsigned count = 0;
    for (struct vm *m = next_machine(vm, NULL); m != NULL; m = next_machine(vm, m))
        for (const struct vm_slot_info *s = m->slots; s < m->slots + VM_SLOTS; s++)
            count += uaddr - s->uaddr < (uintptr_t)s->pages << PGBITS;
    return count;
}

bool gmem_watch(struct vm *vm, gfn_t gfn)
{
    pfn_t pfn;
    if (gmem_peek(vm, (uint64_t)gfn << PGBITS, &pfn, NULL) == NULL)
        return false;
    const struct mpage *page = frames[pfn].page;
    const struct upage *u = page->mappers;
    if ((gmem_slot(vm, gfn)->flags & VM_SLOT_READONLY) || page->kind != MPAGE_ANON ||
        u->map_next != NULL || slots_of(vm, upage_addr(u)) != 1)
        return false;
    pte_watch(u);
    return true;
}

void gmem_mark_dirty(struct vm *vm, gfn_t gfn)
{
    const struct vm_slot_info *s = gmem_slot(vm, gfn);
    if (s != NULL && s->dirty != NULL)
        s->dirty[(gfn - s->first) / WORD_PAGES] |= 1u << (gfn - s->first) % WORD_PAGES;
}

int gmem_fault_in(struct vm *vm, uint64_t gpa, bool write)
{
    mmu_lock(vm);
    struct aspace *as = vm->aspace;
    const struct vm_slot_info *s = gmem_slot(vm, gfn_of(gpa));
    bool there = s != NULL && !(write && (s->flags & VM_SLOT_READONLY));
    uintptr_t uaddr = there ? uaddr_in(s, gfn_of(gpa)) : 0;
    mmu_unlock(vm);
    if (!there)
        return -ENXIO;
    if (as == NULL)
        return -EFAULT;
    if (thread_current()->interrupted)
        return -EINTR;
    return vm_fault(as, uaddr, write, LOADER_PHYS_BASE);
}

/* ---- Reading and writing -------------------------------------------------------------------- */

/* What lies at KVA, in frame PFN, was changed by the kernel, as if by the guest. */
static void note_write(struct vm *vm, uint64_t gpa, pfn_t pfn)
{
    frames[pfn].referenced = true;
    frames[pfn].page->dirty = true;
    gmem_mark_dirty(vm, gfn_of(gpa));
}

/* Copies within one page, if it is there.  vm_lock held. */
static bool copy_in_page(struct vm *vm, uint64_t gpa, void *buf, size_t n, bool write)
{
    pfn_t pfn;
    bool writable;
    if (write)
        gmem_mark_dirty(vm, gfn_of(gpa));
    void *kva = gmem_peek(vm, gpa, &pfn, &writable);
    if (kva == NULL || (write && !writable))
        return false;
    if (write) {
        memcpy(kva, buf, n);
        note_write(vm, gpa, pfn);
    } else {
        memcpy(buf, kva, n);
        frames[pfn].referenced = true;
    }
    return true;
}

static int copy(struct vm *vm, uint64_t gpa, void *buf, size_t n, bool write)
{
    while (n > 0) {
        size_t room = PGSIZE - (gpa & PGMASK);
        size_t chunk = n < room ? n : room;
        mmu_lock(vm);
        bool done = copy_in_page(vm, gpa, buf, chunk, write);
        mmu_unlock(vm);
        int err = done ? 0 : gmem_fault_in(vm, gpa, write);
        if (err != 0)
            return err;
        if (done) {
            gpa += chunk;
            buf = (char *)buf + chunk;
            n -= chunk;
        }
    }
    return 0;
}

int gmem_read(struct vm *vm, uint64_t gpa, void *dst, size_t n)
{
    return copy(vm, gpa, dst, n, false);
}

int gmem_write(struct vm *vm, uint64_t gpa, const void *src, size_t n)
{
    return copy(vm, gpa, (void *)src, n, true);
}

static bool exchange(void *entry, unsigned size, uint64_t old, uint64_t new)
{
    if (size == 8)
        return __sync_bool_compare_and_swap((uint64_t *)entry, old, new);
    return __sync_bool_compare_and_swap((uint32_t *)entry, (uint32_t)old, (uint32_t) new);
}

int gmem_set_bits(struct vm *vm, uint64_t gpa, unsigned size, uint64_t old, uint64_t bits)
{
    const struct vm_slot_info *s = gmem_slot(vm, gfn_of(gpa));
    if (s == NULL || (s->flags & VM_SLOT_READONLY))
        return 0; /* A store to such memory does nothing. */
    pfn_t pfn;
    bool writable;
    gmem_mark_dirty(vm, gfn_of(gpa));
    void *kva = gmem_peek(vm, gpa, &pfn, &writable);
    if (kva == NULL || !writable)
        return -EFAULT;
    if (!exchange(kva, size, old, old | bits))
        return -EAGAIN;
    note_write(vm, gpa, pfn);
    return 0;
}

bool gmem_update(struct vm *vm, uint64_t gpa, unsigned n, gmem_change *change, void *ctx)
{
    uint64_t word = 0;
    if (!copy_in_page(vm, gpa, &word, n, false))
        return false;
    word = change(ctx, word);
    return copy_in_page(vm, gpa, &word, n, true);
}

/* ---- Slots ---------------------------------------------------------------------------------- */

static bool is_aligned(const struct vm_slot *req)
{
    return ((req->gpa | req->size | req->uaddr) & PGMASK) == 0;
}

/* Do the whole of REQ's addresses exist, on both sides? */
static bool is_in_range(const struct vm_slot *req)
{
    return (uint64_t)req->gpa + req->size <= 1ull << 32 &&
           (uint64_t)req->uaddr + req->size <= LOADER_PHYS_BASE;
}

static bool overlaps_another(const struct vm *vm, const struct vm_slot *req)
{
    gfn_t first = gfn_of(req->gpa), end = first + (req->size >> PGBITS);
    for (unsigned i = 0; i < VM_SLOTS; i++) {
        const struct vm_slot_info *s = &vm->slots[i];
        if (i != req->slot && s->pages > 0 && first < s->first + s->pages && s->first < end)
            return true;
    }
    return false;
}

static size_t bitmap_bytes(uint32_t pages)
{
    return DIV_ROUND_UP(pages, WORD_PAGES) * 4;
}

/* Everything goes of all machines of VM's process: others may have counted on their memory to be no
 * other's. */
static void zap_machines(const struct vm *vm)
{
    if (vm->aspace == NULL)
        return; /* Nothing is left. */
    for (struct vm *m = next_machine(vm, NULL); m != NULL; m = next_machine(vm, m)) {
        m->mode->zap_all(m);
        mmu_request_flush(m);
    }
}

void gmem_free_log(struct vm *vm, uint32_t *log, uint32_t pages)
{
    mmu_heap_free(vm, log, bitmap_bytes(pages));
}

/* Puts NEW into its place, and everything that was made of the old goes. */
static void replace(struct vm *vm, unsigned slot, const struct vm_slot_info *new)
{
    const struct vm_slot_info old = vm->slots[slot];
    mmu_lock(vm);
    vm->slots[slot] = *new;
    vm->slots_version++;
    zap_machines(vm);
    mmu_unlock(vm);
    gmem_free_log(vm, old.dirty, old.pages);
}

/* slots_lock held. */
static int set_slot(struct vm *vm, const struct vm_slot *req)
{
    if (overlaps_another(vm, req))
        return -EEXIST;
    struct vm_slot_info new = {
        .first = gfn_of(req->gpa),
        .pages = req->size >> PGBITS,
        .uaddr = req->uaddr,
        .flags = req->flags,
    };
    if (new.pages > 0 && (new.flags &VM_SLOT_LOG_DIRTY)) {
        new.dirty = mmu_heap_get(vm, bitmap_bytes(new.pages));
        if (new.dirty == NULL)
            return -ENOMEM;
    }
    replace(vm, req->slot, &new);
    return 0;
}

int gmem_set_slot(struct vm *vm, const struct vm_slot *req)
{
    if (req->slot >= VM_SLOTS || (req->flags & ~SLOT_FLAGS) || !is_aligned(req) ||
        !is_in_range(req))
        return -EINVAL;
    lock_acquire(&vm->slots_lock);
    int err = set_slot(vm, req);
    lock_release(&vm->slots_lock);
    return err;
}

/* ---- The dirty log -------------------------------------------------------------------------- */

/* The pages of WORD of slot S that were written, forgotten with that: their entries become
 * read-only. */
static uint32_t take_dirty(struct vm *vm, const struct vm_slot_info *s, unsigned word)
{
    mmu_lock(vm);
    uint32_t bits = s->dirty[word];
    s->dirty[word] = 0;
    for (unsigned i = 0; i < WORD_PAGES; i++) {
        pfn_t pfn;
        gfn_t gfn = s->first + word * WORD_PAGES + i;
        if ((bits & 1u << i) && gmem_peek(vm, (uint64_t)gfn << PGBITS, &pfn, NULL) != NULL)
            rmap_protect(vm, pfn);
    }
    mmu_unlock(vm);
    return bits;
}

static void put_back_dirty(struct vm *vm, const struct vm_slot_info *s, unsigned word,
                           uint32_t bits)
{
    mmu_lock(vm);
    s->dirty[word] |= bits;
    mmu_unlock(vm);
}

/* slots_lock held. */
static int get_dirty(struct vm *vm, const struct vm_slot_info *s, uintptr_t bitmap)
{
    if (s->dirty == NULL)
        return -EINVAL;
    for (unsigned word = 0; word < DIV_ROUND_UP(s->pages, WORD_PAGES); word++) {
        uint32_t bits = take_dirty(vm, s, word);
        if (uaccess_write(bitmap + word * 4, &bits, sizeof bits) != 0) {
            put_back_dirty(vm, s, word, bits);
            return -EFAULT;
        }
    }
    return 0;
}

int gmem_get_dirty(struct vm *vm, const struct vm_dirty *req)
{
    if (req->slot >= VM_SLOTS)
        return -EINVAL;
    lock_acquire(&vm->slots_lock);
    int err = get_dirty(vm, &vm->slots[req->slot], req->bitmap);
    lock_release(&vm->slots_lock);
    return err;
}

/* ---- Idle pages, and making the host short of memory ---------------------------------------- */

struct idle_word {
    uint32_t resident, idle;
};

static void look_at(struct mpage *page, bool mark, uint32_t bit, struct idle_word *w)
{
    if (page->state != MPAGE_RESIDENT)
        return;
    w->resident |= bit;
    if (mark)
        page_test_and_clear_referenced(page);
    else if (!page_referenced(page))
        w->idle |= bit;
}

/* The pages of WORD of slot S. */
static struct idle_word idle_in_word(struct vm *vm, const struct vm_slot_info *s, unsigned word,
                                     bool mark)
{
    struct idle_word w = {0, 0};
    mmu_lock(vm);
    for (unsigned i = 0; i < WORD_PAGES; i++) {
        gfn_t page = word * WORD_PAGES + i;
        if (page >= s->pages || vm->aspace == NULL)
            break;
        struct upage *u = spt_find(vm->aspace, uaddr_in(s, s->first + page));
        if (u != NULL)
            look_at(u->page, mark, 1u << i, &w);
    }
    mmu_unlock(vm);
    return w;
}

/* slots_lock held. */
static int idle(struct vm *vm, const struct vm_slot_info *s, const struct vm_idle *req)
{
    bool mark = req->action == VM_IDLE_MARK;
    for (unsigned word = 0; word < DIV_ROUND_UP(s->pages, WORD_PAGES); word++) {
        struct idle_word w = idle_in_word(vm, s, word, mark);
        if (!mark && uaccess_write(req->bitmap + word * 4, &w.idle, 4) != 0)
            return -EFAULT;
        if (!mark && req->resident_bitmap != 0 &&
            uaccess_write(req->resident_bitmap + word * 4, &w.resident, 4) != 0)
            return -EFAULT;
    }
    return 0;
}

int gmem_idle(struct vm *vm, const struct vm_idle *req)
{
    if (req->slot >= VM_SLOTS || req->action > VM_IDLE_ASK)
        return -EINVAL;
    lock_acquire(&vm->slots_lock);
    int err = idle(vm, &vm->slots[req->slot], req);
    lock_release(&vm->slots_lock);
    return err;
}

int gmem_reclaim(struct vm *vm, struct vm_reclaim *req)
{
    for (req->done = 0; req->done < req->pages; req->done++)
        if (pageout_one(FRAME_USER) != 0 || thread_current()->interrupted)
            break;
    return 0;
}
