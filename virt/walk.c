/* SPDX-License-Identifier: MIT
 * Walking the guest's page tables as its CPU would (AMD APM 2, 5.2 and 5.3, 8.4.2).
 *
 * Order matters, since the guest can see it.  An entry that is not present ends the walk with no
 * other bit looked at; then reserved bits; an entry that leads to another table is marked accessed
 * before that table is read, and the leaf accessed (and dirty) only when the access is allowed.
 * The bits are set by compare-and-exchange: if the entry is another one by now, the walk begins
 * anew.  Where the emulators differ from the manual, this follows the manual: a reserved bit gives
 * an error code with PF_PRESENT too (9), which QEMU's own walker leaves out (8).
 */
#include <debug.h>
#include <errno.h>
#include <string.h>
#include "threads/vaddr.h"
#include "virt/vm.h"
#include "vm/page.h"

#define CR0_WP (1u << 16)
#define CR0_PG (1u << 31)
#define CR4_PSE (1u << 4)
#define CR4_PAE (1u << 5)
#define CR4_PGE (1u << 7)
#define EFER_NXE (1u << 11)
#define ENTRY_NX (1ull << 63)
#define CPUID_ADDRESS_SIZES 0x80000008

unsigned walk_physical_bits;

void walk_init(void)
{
    uint32_t eax = CPUID_ADDRESS_SIZES & 0x80000000, ebx, ecx, edx;
    __asm__("cpuid" : "+a"(eax), "=b"(ebx), "=c"(ecx), "=d"(edx));
    bool known = eax >= CPUID_ADDRESS_SIZES;
    eax = CPUID_ADDRESS_SIZES;
    __asm__("cpuid" : "+a"(eax), "=b"(ebx), "=c"(ecx), "=d"(edx));
    walk_physical_bits = known ? eax & 0xff : 36;
}

struct paging vcpu_paging(const struct vcpu *vcpu)
{
    return (struct paging){
        .on = vcpu->cr0 & CR0_PG,
        .pae = vcpu->cr4 & CR4_PAE,
        .pse = vcpu->cr4 & CR4_PSE,
        .pge = vcpu->cr4 & CR4_PGE,
        .wp = vcpu->cr0 & CR0_WP,
        .nxe = vcpu->efer & EFER_NXE,
    };
}

/* ---- One entry ------------------------------------------------------------------------------ */

/* A walk in progress. */
struct walker {
    struct vcpu *vcpu;
    struct paging paging;
    struct walk *w;
    unsigned level;
    bool set_bits;
    struct gmem_need *need;
};

static unsigned entry_size(const struct walker *k)
{
    return k->paging.pae ? 8 : 4;
}

/* Reads the entry for gva in the table at TABLE.  0; -EAGAIN: *NEED; MMU_MEMORY: there is none. */
static int read_entry(struct walker *k, uint64_t table)
{
    unsigned size = entry_size(k), bits = k->paging.pae ? 9 : 10;
    unsigned index = (k->w->gva >> (12 + bits * (k->level - 1))) & ((1u << bits) - 1);
    uint64_t gpa = table + index * size, entry = 0;
    const void *kva = gmem_peek(k->vcpu->vm, gpa, NULL, NULL);
    if (kva != NULL) {
        memcpy(&entry, kva, size);
    } else if (gmem_slot(k->vcpu->vm, gpa >> PGBITS) != NULL) {
        *k->need = (struct gmem_need){gpa, false};
        return -EAGAIN;
    } else {
        k->w->gfn = gpa >> PGBITS;
        return MMU_MEMORY;
    }
    k->w->entry[k->level - 1] = entry;
    k->w->entry_gpa[k->level - 1] = gpa;
    return 0;
}

/* Is the entry of this level in memory that the guest's stores do not change? */
static bool is_fixed(const struct walker *k)
{
    const struct vm_slot_info *s = gmem_slot(k->vcpu->vm, k->w->entry_gpa[k->level - 1] >> PGBITS);
    return s == NULL || (s->flags & VM_SLOT_READONLY);
}

/* Sets BITS in the entry of this level.  0; -EAGAIN: *NEED; -ECANCELED: it is another entry by now.
 */
static int set_entry_bits(struct walker *k, uint64_t bits)
{
    uint64_t *entry = &k->w->entry[k->level - 1], gpa = k->w->entry_gpa[k->level - 1];
    if (!k->set_bits || (*entry & bits) == bits || is_fixed(k))
        return 0;
    int err = gmem_set_bits(k->vcpu->vm, gpa, entry_size(k), *entry, bits);
    if (err == -EAGAIN)
        return -ECANCELED;
    if (err == -EFAULT) {
        *k->need = (struct gmem_need){gpa, true};
        return -EAGAIN;
    }
    *entry |= bits;
    return err;
}

static bool is_large(const struct walker *k, uint64_t entry)
{
    return k->level == 2 && (entry & PDE_PS) && (k->paging.pae || k->paging.pse);
}

/* Bits that must be 0.  A large page of 2-level tables has bits 32 to 39 of its address in 13 to
 * 20. */
static uint64_t reserved_bits(const struct walker *k, uint64_t entry)
{
    if (!k->paging.pae)
        return is_large(k, entry) ? 1u << 21 : 0;
    uint64_t bits = ~((1ull << walk_physical_bits) - 1);
    if (k->paging.nxe)
        bits &= ~ENTRY_NX;
    return is_large(k, entry) ? bits | 0x1fe000 : bits;
}

static uint64_t table_address(const struct walker *k, uint64_t entry)
{
    return entry & (k->paging.pae ? ~ENTRY_NX & ~(uint64_t)PGMASK : PTE_ADDR);
}

static uint64_t page_address(const struct walker *k, uint64_t entry)
{
    if (k->level == 1)
        return table_address(k, entry);
    if (k->paging.pae)
        return (table_address(k, entry) & ~0x1fffffull) | (k->w->gva & 0x1ff000);
    return (entry & 0xffc00000) | (entry & 0x1fe000) << 19 | (k->w->gva & 0x3ff000);
}

static unsigned rights_of(uint64_t entry)
{
    return (entry & PTE_W ? ACC_WRITE : 0) | (entry & PTE_U ? ACC_USER : 0) |
           (entry & ENTRY_NX ? 0 : ACC_EXEC);
}

/* ---- Faults --------------------------------------------------------------------------------- */

static int fault(struct walker *k, uint32_t error)
{
    unsigned reported = PF_WRITE | PF_USER;
    if (k->paging.pae && k->paging.nxe)
        reported |= PF_FETCH;
    k->w->fault = error | (k->w->access & reported);
    return MMU_REFLECT;
}

static bool is_allowed(const struct walker *k, unsigned rights)
{
    unsigned access = k->w->access;
    if ((access & PF_USER) && !(rights & ACC_USER))
        return false;
    if ((access & PF_WRITE) && !(rights & ACC_WRITE) && ((access & PF_USER) || k->paging.wp))
        return false;
    return !(access & PF_FETCH) || (rights & ACC_EXEC);
}

/* ---- The walk ------------------------------------------------------------------------------- */

/* The leaf is found: is the access allowed, and what comes of it? */
static int finish(struct walker *k)
{
    struct walk *w = k->w;
    uint64_t *leaf = &w->entry[k->level - 1];
    w->leaf = k->level;
    if (!is_allowed(k, w->rights[k->level - 1]))
        return fault(k, PF_PRESENT);
    int err = set_entry_bits(k, PTE_A | (w->access & PF_WRITE ? PTE_D : 0));
    w->gfn = page_address(k, *leaf) >> PGBITS;
    w->dirty = (*leaf & PTE_D) || is_fixed(k); /* What cannot be set need not be waited for. */
    w->global = k->paging.pge && (*leaf & PTE_G);
    return err;
}

static int walk_tables(struct walker *k, uint64_t table, unsigned rights)
{
    struct walk *w = k->w;
    for (;; k->level--) {
        int err = read_entry(k, table);
        if (err != 0)
            return err;
        uint64_t entry = w->entry[k->level - 1];
        if (!(entry & PTE_P))
            return fault(k, 0);
        if (entry & reserved_bits(k, entry))
            return fault(k, PF_PRESENT | PF_RESERVED);
        rights &= rights_of(entry);
        w->rights[k->level - 1] = rights;
        if (k->level == 1 || is_large(k, entry))
            return finish(k);
        err = set_entry_bits(k, PTE_A);
        if (err != 0)
            return err;
        table = table_address(k, entry);
    }
}

/* From the directory pointers that were loaded with CR3; but with nested paging they are read like
 * any other entry (AMD APM 2, 15.25.10). */
static int walk_pae(struct walker *k)
{
    struct walk *w = k->w;
    uint64_t table = k->vcpu->cr3 & ~0x1fu;
    unsigned index = w->gva >> 30;
    if (k->vcpu->vm->mode->nested) {
        k->level = 3;
        int err = read_entry(k, table);
        if (err != 0)
            return err;
        k->level = 2;
    } else {
        w->entry[2] = k->vcpu->mmu.pdptes.entry[index];
        w->entry_gpa[2] = table + index * 8;
    }
    w->rights[2] = ACC_ALL;
    if (!(w->entry[2] & PTE_P))
        return fault(k, 0);
    return walk_tables(k, table_address(k, w->entry[2]), ACC_ALL);
}

static int walk_once(struct walker *k)
{
    struct walk *w = k->w;
    k->level = 2;
    w->top = !k->paging.on ? 0 : k->paging.pae ? 3 : 2;
    if (w->top == 3)
        return walk_pae(k);
    if (w->top == 2)
        return walk_tables(k, k->vcpu->cr3 & PTE_ADDR, ACC_ALL);
    w->leaf = 1;
    w->rights[0] = ACC_ALL;
    w->dirty = true;
    w->gfn = w->gva >> PGBITS;
    return MMU_RESUME;
}

int walk_locked(struct vcpu *vcpu, uint32_t gva, unsigned access, bool set_bits, struct walk *w,
                struct gmem_need *need)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    struct walker k = {vcpu, vcpu_paging(vcpu), w, 0, set_bits, need};
    int result;
    do {
        *w = (struct walk){.gva = gva, .access = access};
        result = walk_once(&k);
    } while (result == -ECANCELED);
    return result;
}

int walk_guest(struct vcpu *vcpu, uint32_t gva, unsigned access, bool set_bits, struct walk *w)
{
    for (;;) {
        struct gmem_need need;
        mmu_lock(vcpu->vm);
        int result = walk_locked(vcpu, gva, access, set_bits, w, &need);
        mmu_unlock(vcpu->vm);
        if (result == -EAGAIN)
            result = gmem_fault_in(vcpu->vm, need.gpa, need.write);
        else
            return result;
        if (result != 0)
            return result;
    }
}

/* ---- Copying by guest-virtual addresses ----------------------------------------------------- */

/* Within one page. */
static int copy_in_page(struct vcpu *vcpu, uint32_t gva, void *buf, size_t n, unsigned access,
                        struct walk *w)
{
    int result = walk_guest(vcpu, gva, access, true, w);
    if (result != MMU_RESUME)
        return result;
    uint64_t gpa = (uint64_t)w->gfn << PGBITS | (gva & PGMASK);
    result =
        access & PF_WRITE ? mmu_write_table(vcpu, gpa, buf, n) : gmem_read(vcpu->vm, gpa, buf, n);
    return result == -ENXIO ? MMU_MEMORY : result;
}

static int copy(struct vcpu *vcpu, uint32_t gva, void *buf, size_t n, unsigned access,
                struct walk *w)
{
    int result = MMU_RESUME;
    while (n > 0 && result == MMU_RESUME) {
        size_t room = PGSIZE - (gva & PGMASK);
        size_t chunk = n < room ? n : room;
        result = copy_in_page(vcpu, gva, buf, chunk, access, w);
        gva += chunk;
        buf = (char *)buf + chunk;
        n -= chunk;
    }
    return result;
}

int mmu_read_virtual(struct vcpu *vcpu, uint32_t gva, void *dst, size_t n, unsigned access,
                     struct walk *w)
{
    return copy(vcpu, gva, dst, n, access & ~PF_WRITE, w);
}

int mmu_write_virtual(struct vcpu *vcpu, uint32_t gva, const void *src, size_t n, unsigned access,
                      struct walk *w)
{
    return copy(vcpu, gva, (void *)src, n, access | PF_WRITE, w);
}
