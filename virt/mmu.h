/* SPDX-License-Identifier: MIT
 * The memory side of virt/: guest-physical memory, the guest's own page tables, and the tables that
 * the CPU walks in their place.
 *
 * Three modes stand behind one table of functions:
 *   vtlb   tables of one virtual CPU, dropped whenever the guest could have changed its mind
 *   cache  shadow pages kept for as long as memory allows, with their guest tables write-protected
 *   npt    the CPU walks the guest's tables itself, and one table from guest- to host-physical
 *
 * All shadow state is guarded by vm_lock (vm/page.h).  An entry is set with the host's own PTE of
 * the page in view, under one hold of the lock, so that it never outlives or exceeds it:
 *     a shadow leaf is present  ⇒ the host's PTE for that page is present, with the same frame
 *     a shadow leaf is writable ⇒ the host's PTE is writable, or watched (and the guest's own entry
 *                                 is writable, and its dirty bit is set)
 * vm/ tells by vm/notifier.h before it takes a PTE away or cleans its bits, and before the process
 * itself can write to what stands for a table.  Entries to a frame are
 * found by the frame's number (rmap.c); their accessed and dirty bits go to the frame when they go.
 */
#ifndef VIRT_MMU_H
#define VIRT_MMU_H

#include <stdbool.h>
#include <stdint.h>
#include <virt-abi.h>
#include "vm/evict/evict.h"

struct aspace_notifier;
struct mmu_kit;
struct mmu_mode;
struct rmap;
struct vcpu;
struct vm;

/* ---- Guest-physical memory (gmem.c) --------------------------------------------------------- */

typedef uint32_t gfn_t; /* Guest-physical page number. */
typedef uint32_t pfn_t; /* Host-physical page number: index of vm/page.h's frames[]. */

struct vm_slot_info {
    gfn_t first;
    uint32_t pages;  /* 0: no slot. */
    uintptr_t uaddr; /* User address of its first page. */
    uint32_t flags;  /* VM_SLOT_… */
    uint32_t *dirty; /* LOG_DIRTY: a bit for each page; vm_lock. */
};

/* Adds, changes or (SIZE 0) removes a slot.  Sleeps. */
int gmem_set_slot(struct vm *vm, const struct vm_slot *slot);
int gmem_get_dirty(struct vm *vm, const struct vm_dirty *request);
/* Ends a slot's dirty log (or NULL).  No lock held. */
void gmem_free_log(struct vm *vm, uint32_t *log, uint32_t pages);
int gmem_idle(struct vm *vm, const struct vm_idle *request);
int gmem_reclaim(struct vm *vm, struct vm_reclaim *request);
/* The slot around GFN, or NULL. */
const struct vm_slot_info *gmem_slot(const struct vm *vm, gfn_t gfn);
/* Copy from and to guest-physical memory, also across pages; by the running process, whose machine
 * it must be.  0; -ENXIO: no such guest memory (or read-only); -EFAULT: its program does not let it
 * be used.  No lock held; sleeps. */
int gmem_read(struct vm *vm, uint64_t gpa, void *dst, size_t n);
int gmem_write(struct vm *vm, uint64_t gpa, const void *src, size_t n);
/* Sets BITS in the SIZE-byte (4 or 8) entry at GPA if it still is OLD.  0, also where there is no
 * memory to write; -EAGAIN: it is not OLD; -EFAULT: gmem_fault_in() for a write first.  vm_lock
 * held. */
int gmem_set_bits(struct vm *vm, uint64_t gpa, unsigned size, uint64_t old, uint64_t bits);
/* Replaces N (at most 8) bytes at GPA, within a page, by what CHANGE makes of them.  vm_lock held.
 * False: the page is not there to be written. */
typedef uint64_t gmem_change(void *ctx, uint64_t old);
bool gmem_update(struct vm *vm, uint64_t gpa, unsigned n, gmem_change *change, void *ctx);
/* Kernel address of GPA if its page is mapped by the host now, else NULL.  vm_lock held, for as
 * long as it is used; *PFN (may be NULL) gets the frame, *WRITABLE (may be NULL) whether an entry
 * for it may be writable: by the host's right, and the slot's, and with the page in the dirty log
 * if there is one (gmem_mark_dirty() before, for a write). */
void *gmem_peek(struct vm *vm, uint64_t gpa, pfn_t *pfn, bool *writable);
/* Is the page of GFN here, writable, and nobody's but VM's and its process's, which is watched from
 * now on (vm/notifier.h)?  vm_lock held. */
bool gmem_watch(struct vm *vm, gfn_t gfn);
/* A writable entry to GFN is made, or the kernel writes there: for the dirty log.  vm_lock held. */
void gmem_mark_dirty(struct vm *vm, gfn_t gfn);
/* Brings the page at GPA in, writable if WRITE.  0, -ENXIO, -EFAULT, -ENOMEM, -EINTR.  No lock
 * held; sleeps. */
int gmem_fault_in(struct vm *vm, uint64_t gpa, bool write);

/* ---- The guest's tables (walk.c) ------------------------------------------------------------ */

/* Access and error-code bits (AMD APM 2, 8.4.2). */
#define PF_PRESENT 1u
#define PF_WRITE 2u
#define PF_USER 4u
#define PF_RESERVED 8u
#define PF_FETCH 16u

/* What the guest runs under: it decides how its tables are read, and is part of a shadow page's
 * role. */
struct paging {
    bool on; /* CR0.PG; else addresses are physical. */
    bool pae, pse, pge, wp, nxe;
};

/* Rights, as the AND over the levels down to some entry. */
#define ACC_WRITE 1u
#define ACC_USER 2u
#define ACC_EXEC 4u
#define ACC_ALL 7u

#define WALK_LEVELS 3
struct walk {
    uint32_t gva;
    unsigned access; /* PF_WRITE, PF_USER, PF_FETCH asked for. */
    /* [level - 1]: level 1 is a page table, 2 a directory, 3 PAE's table of directories. */
    uint64_t entry[WALK_LEVELS]; /* As read, with A (and D) as they are now. */
    uint64_t entry_gpa[WALK_LEVELS];
    unsigned rights[WALK_LEVELS]; /* ACC_… of this level and those above. */
    unsigned top;                 /* Highest level: 2, or 3 with PAE; 0 with paging off. */
    unsigned leaf; /* Level of the entry that maps the page: 1, or 2 for a large page. */
    gfn_t gfn;     /* Of the 4 kB page around gva. */
    bool dirty;    /* The leaf's dirty bit is set, or cannot be: its table is read-only. */
    bool global;
    uint32_t fault; /* Error code, if walk() said MMU_REFLECT. */
};

/* What a walk needs the host to bring in. */
struct gmem_need {
    uint64_t gpa;
    bool write;
};

enum mmu_result {
    MMU_RESUME,  /* Done: enter the guest. */
    MMU_REFLECT, /* The guest's own fault: exception 14 with the error code that goes with it. */
    MMU_MEMORY,  /* No such guest-physical memory (or read-only): walk.gfn. */
    MMU_STORE,   /* A store to a write-protected table: emulate_store(), else mmu_unshadow(). */
    /* Or a negative errno: -EFAULT, -ENOMEM, -EINTR, as vm_fault(). */
};

/* Walks the guest's tables for ACCESS at GVA; with SET_BITS sets the accessed bits on the way and,
 * for a write, the leaf's dirty bit, as the CPU would.  MMU_RESUME: allowed, *W is filled.  Reads
 * guest memory, so it sleeps; no lock held. */
int walk_guest(struct vcpu *vcpu, uint32_t gva, unsigned access, bool set_bits, struct walk *w);
/* The same without sleeping; or -EAGAIN: *NEED is to be brought in by gmem_fault_in() first.
 * vm_lock held. */
int walk_locked(struct vcpu *vcpu, uint32_t gva, unsigned access, bool set_bits, struct walk *w,
                struct gmem_need *need);
struct paging vcpu_paging(const struct vcpu *vcpu);
extern unsigned walk_physical_bits; /* Of an address: more are reserved. */
void walk_init(void);

/* Copies N bytes between guest-virtual addresses and the kernel as the guest's instruction with
 * ACCESS would.  MMU_RESUME, MMU_REFLECT with *W saying where (w->gva) and why, MMU_MEMORY, errno.
 */
int mmu_read_virtual(struct vcpu *vcpu, uint32_t gva, void *dst, size_t n, unsigned access,
                     struct walk *w);
int mmu_write_virtual(struct vcpu *vcpu, uint32_t gva, const void *src, size_t n, unsigned access,
                      struct walk *w);

/* ---- Shadow leaves and their reverse map (rmap.c) -------------------------------------------
 *
 * A leaf is an entry that maps a 4 kB page of guest memory, in the tables of any mode.  It is
 * changed by these functions alone, which keep the list of leaves of each frame and give a leaf's
 * accessed and dirty bits to the frame and its page when they go.  What takes a right away counts
 * in vm_mmu.removals: mmu_request_flush() must follow before vm_lock is released.  All of them
 * with vm_lock held. */

/* Address of an entry; SPTE_PAE is added to that of one of 8 bytes. */
typedef uintptr_t spte_ref;
#define SPTE_PAE 1u
#define SPTE_NX (1ull << 63)

/* Bits of PTE_P, PTE_W, PTE_U, PTE_A, PTE_D, PTE_AVL, SPTE_NX, and the frame. */
uint64_t spte_read(spte_ref ref);
/* Makes REF map PFN with BITS (of PTE_W, PTE_U, PTE_A, PTE_D, PTE_AVL, SPTE_NX; PTE_P is added).
 * The bits PTE_A and PTE_D that it has stay if it mapped PFN already, else they go to the frame
 * before.  False: a page for the reverse map is wanted and the kit is empty; nothing changed. */
bool spte_set(struct vm *vm, spte_ref ref, pfn_t pfn, uint64_t bits, struct mmu_kit *kit);
/* Returns what it was: 0 if it was not present. */
uint64_t spte_clear(struct vm *vm, spte_ref ref);
/* Clears all leaves of the page TABLE.  Returns how many there were. */
unsigned spte_clear_table(struct vm *vm, void *table, bool pae);
/* Has one of them its accessed bit?  CLEAR takes those bits away, and gives them to the frames:
 * that is no loss of a right, and no TLB need be flushed. */
bool spte_table_accessed(struct vm *vm, void *table, bool pae, bool clear);

/* All leaves of frame PFN go, for the host; returns what they had of PTE_A and PTE_D. */
uint32_t rmap_zap(struct vm *vm, pfn_t pfn);
/* They become read-only. */
void rmap_protect(struct vm *vm, pfn_t pfn);
/* Which of BITS (PTE_A, PTE_D) some leaf of PFN has; CLEAR takes them away. */
uint32_t rmap_test(struct vm *vm, pfn_t pfn, uint32_t bits, bool clear);
/* Calls FN for each leaf of each frame; it may not change any.  Debug build only. */
void rmap_each_of_all(struct vm *vm, void (*fn)(void *ctx, spte_ref ref), void *ctx);

/* ---- State, of a machine and of a virtual CPU ----------------------------------------------- */

/* A tree of tables with leaves (tree.c): for vtlb and npt. */
struct mmu_tree {
    void *root; /* A page: a directory, or for PAE one that begins with its 4 pointers; or NULL. */
    bool pae;
    unsigned tables; /* Pages below the root. */
    uint32_t hand;   /* Of mmu_tree_shrink(): an address. */
};

struct vm_mmu {
    struct rmap *rmap; /* From frame number to leaves.  NULL: the machine begins or ends. */
    struct shadow_cache *cache; /* cache mode's own. */
    struct mmu_tree nested;     /* npt mode: guest-physical to host-physical. */
    uint32_t removals;          /* Leaves that lost a right, ever. */
    uint32_t flushed;           /* …of which mmu_request_flush() knew. */
};

/* What a fault may need while it holds vm_lock, got before. */
#define MMU_KIT_PAGES 6
struct mmu_kit {
    void *pages[MMU_KIT_PAGES]; /* For tables, zeroed; tagged PAGE_TABLE. */
    unsigned count;
};

/* PAE's directory pointers. */
struct pdptes {
    uint64_t entry[4];
};

struct vcpu_mmu {
    uint32_t hw_cr3;        /* For the VMCB (npt: nCR3). */
    bool hw_pae;            /* Format of what hw_cr3 points to. */
    bool flush;             /* The TLB is to be flushed at the next entry. */
    bool root_valid;        /* vm_lock to change; read with interrupts off just before entry. */
    uint32_t seen_removals; /* vm_mmu.flushed at the last entry. */
    struct pdptes pdptes;   /* PAE: as loaded with CR3. */
    struct mmu_kit kit;
    struct mmu_tree tree; /* vtlb mode. */
    void *private;        /* The mode's own. */
    uint32_t short_state; /* Of the guest, when there was no page for it, … */
    unsigned short_count; /* …and how often since it came to that. */
};

/* The next page of the kit, zeroed; NULL: it is empty. */
void *mmu_kit_take(struct mmu_kit *kit);
/* All pages of a machine, and blocks of the heap that may be as large, are charged to its process's
 * group: vm/notifier.h.  Zeroed; NULL: no memory, or not in that group.  No lock held; sleep. */
void *mmu_page_get(struct vm *vm);
void *mmu_heap_get(struct vm *vm, size_t bytes);
/* The page is free again.  vm_lock held. */
void mmu_page_free(struct vm *vm, void *page);
/* BYTES as it was got.  BLOCK may be NULL.  No lock held. */
void mmu_heap_free(struct vm *vm, void *block, size_t bytes);
/* For vm/ (shrink.c). */
size_t mmu_spare(struct aspace_notifier *n, bool *idle);
void mmu_shrink(struct aspace_notifier *n);
/* With fewer tables some instructions could not be done: cache.h.  A machine that runs keeps them.
 */
#define MMU_TABLES_MIN 20
/* If leaves of VM lost a right since it was last asked, all its virtual CPUs flush their TLBs at
 * their next entry.  vm_lock held. */
void mmu_request_flush(struct vm *vm);
/* Take and release vm_lock, with mmu_request_flush() before the release. */
void mmu_lock(struct vm *vm);
void mmu_unlock(struct vm *vm);
/* The bits that a leaf for *W's page may have now: PTE_W, PTE_U, SPTE_NX. */
uint64_t mmu_leaf_bits(const struct vcpu *vcpu, const struct walk *w, bool host_writable);
extern const struct aspace_notifier_ops mmu_notifier_ops;

/* The leaf for ADDR, with the tables on the way (if KIT is NULL, only if they are there); 0: the
 * kit is empty.  LARGE: it is part of a large page.  vm_lock held for all of these. */
spte_ref mmu_tree_leaf(struct mmu_tree *t, uint32_t addr, bool large, struct mmu_kit *kit);
/* Forgets the page, perhaps a large one, around ADDR. */
void mmu_tree_invalidate(struct vm *vm, struct mmu_tree *t, uint32_t addr);
/* Frees a table of level 1, the next after the one that it freed last; if there is none, all that
 * there are. */
void mmu_tree_shrink(struct vm *vm, struct mmu_tree *t);
/* Forgets everything but the root; or the root, too. */
void mmu_tree_empty(struct vm *vm, struct mmu_tree *t);
void mmu_tree_end(struct vm *vm, struct mmu_tree *t);

/* ---- Modes ---------------------------------------------------------------------------------- */

struct mmu_mode {
    const char *name;
    bool nested; /* The CPU walks the guest's tables. */
    /* NULL: nothing to do.  No lock held. */
    int (*vm_init)(struct vm *);
    void (*vm_end)(struct vm *);
    int (*vcpu_init)(struct vcpu *);
    void (*vcpu_end)(struct vcpu *);
    /* Called when root_valid is not set, the kit full: makes hw_cr3 and hw_pae right for what the
     * guest runs under now, and sets it.  No lock held; sleeps. */
    int (*prepare)(struct vcpu *);
    /* Sets the entry that lets *W's access happen.  PFN is W's page now, HOST_WRITABLE the host's
     * right to it.  vm_lock held, the kit full.  An enum mmu_result, or -EAGAIN: look again. */
    int (*install)(struct vcpu *, const struct walk *w, pfn_t pfn, bool host_writable);
    /* The guest loaded CR3; invalidated a page; changed CR0, CR4 or EFER. */
    int (*cr3_loaded)(struct vcpu *);
    void (*invlpg)(struct vcpu *, uint32_t gva);
    void (*context_changed)(struct vcpu *);
    /* The kernel wrote N bytes at GPA for the guest, or the guest's tables there are to be
     * forgotten (N is 0).  vm_lock held. */
    void (*table_written)(struct vm *, uint64_t gpa, unsigned n);
    /* From now on others may write there without a word (STORE); or would that be wrong (false)?
     * vm_lock held.  NULL: it never is. */
    bool (*table_changing)(struct vm *, gfn_t gfn, bool store);
    /* Everything goes: a slot has changed.  vm_lock held. */
    void (*zap_all)(struct vm *);
    /* How many tables there are; and: one is to go, any one if the machine is IDLE.  vm_lock held.
     */
    unsigned (*tables)(const struct vm *);
    void (*shrink)(struct vm *, bool idle);
    /* What vm_control() asks, each as that returns; NULL: this mode has no such thing.  No lock
     * held; sleep. */
    int (*set_cache)(struct vm *, const struct vm_cache *);
    int (*get_cache)(struct vm *, struct vm_cache *);
    int (*audit)(struct vm *);
};
extern const struct mmu_mode mmu_vtlb, mmu_cache, mmu_npt;
extern uint32_t svm_pae_cr3; /* npt.c: the host's tables for world-pae.S. */
/* VM_MODE_…, or NULL: not on this CPU. */
const struct mmu_mode *mmu_mode(unsigned mode);

/* For vm.c and vcpu.c: begin and end, after the other fields are set, and with the vcpu on the
 * machine's list.  No lock held; may sleep. */
int mmu_vm_init(struct vm *vm);
void mmu_vm_end(struct vm *vm);
int mmu_vcpu_init(struct vcpu *vcpu);
void mmu_vcpu_end(struct vcpu *vcpu);

/* For run.c; no lock held, all may sleep.  prepare is asked before every entry; then, with
 * interrupts off, vcpu->mmu.root_valid must still hold, or it is asked again. */
int mmu_prepare(struct vcpu *vcpu);
/* The guest is about to run: is the TLB to be flushed?  Interrupts off; the last thing asked. */
bool mmu_enter(struct vcpu *vcpu);
/* A #PF exit (npt: a nested one, with a guest-physical address). */
int mmu_fault(struct vcpu *vcpu, uint32_t gva, uint32_t error, struct walk *w);
int mmu_nested_fault(struct vcpu *vcpu, uint64_t gpa, uint32_t error, struct walk *w);
/* CR3 was loaded; with PAE that loads the directory pointers, too.  0; -EINVAL: a reserved bit in
 * one of them, for which the guest gets #GP; -ENXIO: they are in no guest memory.  Ask it also,
 * after mmu_context_changed(), when paging was turned on or CR4.PAE, PSE or PGE changed while it
 * was on. */
int mmu_cr3_loaded(struct vcpu *vcpu);
/* Its two halves: what is at CR3, for PAE (nothing with nested paging), 0 or an error as above; and
 * that those count from now on. */
int mmu_read_pdptes(struct vm *vm, uint32_t cr3, struct pdptes *p);
int mmu_load_cr3(struct vcpu *vcpu, const struct pdptes *p);
void mmu_invlpg(struct vcpu *vcpu, uint32_t gva);
/* CR0, CR4 or EFER changed in a bit that vcpu_paging() tells of. */
void mmu_context_changed(struct vcpu *vcpu);
/* Stores N (up to 8, within a page) bytes to a guest table and tells the mode.  As gmem_write(). */
int mmu_write_table(struct vcpu *vcpu, uint64_t gpa, const void *src, unsigned n);
/* The same of what CHANGE makes of them, in one piece: nobody finds a table that was written, and
 * the mode not told. */
int mmu_update_table(struct vm *vm, uint64_t gpa, unsigned n, gmem_change *change, void *ctx);
/* Lets the guest write the table at GFN: it is none any more until it is used as one. */
void mmu_unshadow(struct vcpu *vcpu, gfn_t gfn);

#endif
