/* SPDX-License-Identifier: MIT
 * Mode cache: shadow pages, kept for as long as there is room for them.
 *
 *   virtual CPU ──roots──> shadow page of level 2 ──links──> shadow page of level 1 ──leaves──>
 * frames one for each guest directory      one for each guest table and role
 *
 * A shadow page is a hardware table that says what one guest table says, read in one way (its
 * role).  Equal frame number and equal role: the same shadow page, whoever comes to it.  Direct
 * ones stand for no table, but for a stretch of guest-physical memory: a large page of the guest's,
 * or all of it while paging is off.  Shadow tables have the guest's own format.
 *
 * Its life: shadow_get() finds or makes it; the guest's table is write-protected then, and only
 * after that are its entries read, one by one, as faults ask for them.  A store to the table traps
 * (table_written), and what it changed is dropped.  A table that is read at level 1 only may go
 * unsync instead: the guest writes it freely, as it may change tables that a TLB remembers, until
 * it loads CR3 or says INVLPG.
 *
 * Others than the guest write there, too: its process does, as a device.  The process's own entry
 * for a table is watched (vm/notifier.h), and before it may store there the shadow page goes. Where
 * that is not enough (the page is a file's, or known by another address, too) the shadow page is
 * loose: it goes when the guest flushes anything, as what a TLB remembers would.
 *
 * Every end goes through shadow_zap(), which unlinks, and
 * shadow_commit(), which has all TLBs flushed and then frees.
 *
 * Room (room.c): the pages are in an evict_set, which chooses when the limit is reached.
 *
 * All under vm_lock.  Another virtual CPU may run in the guest, and write to its tables, whenever
 * this kernel thread is preempted; so at every step the tables must be fit for use.
 */
#ifndef VIRT_CACHE_H
#define VIRT_CACHE_H

#include "threads/pte.h"
#include "virt/vm.h"

/* How a table is read, and what for. */
union shadow_role {
    struct {
        uint16_t level : 2;  /* 1: its entries are leaves; 2: they lead to level 1. */
        bool pae : 1;        /* 512 entries of 8 bytes; else 1024 of 4. */
        bool direct : 1;     /* No table, but memory from gfn on. */
        uint16_t access : 3; /* ACC_…: the rights of the levels above. */
        bool wp : 1, nxe : 1;
        bool pse : 1;   /* Level 2 only: it is of no account below. */
        bool clean : 1; /* Direct: the large page's dirty bit is not set, nothing is writable. */
    };
    uint16_t word;
};

/* An entry that leads to a shadow page. */
struct shadow_link {
    struct shadow_page *parent; /* NULL: none (only in a shadow page itself). */
    uint32_t *entry;            /* In its table. */
    struct shadow_link *next;
};

struct shadow_page {
    void *table;
    gfn_t gfn;
    union shadow_role role;
    uint16_t place; /* Its index in shadow_cache.pages. */
    struct shadow_page *gfn_next,
        *table_next;            /* In their buckets; gfn_next also: zapped, to free. */
    struct shadow_link parents; /* The first; others follow it. */
    uint16_t roots;             /* Virtual CPUs' pointers to it. */
    uint16_t filled; /* Entries set, less those this mode took again (the host takes some, too). */
    uint16_t worth;  /* To `fullest'. */
    uint16_t unsync_children; /* Its entries that lead to unsync pages. */
    uint8_t writes;           /* Stores to its table since it was last used to translate. */
    bool unsync;
    bool loose;      /* Nobody tells when its table is written. */
    bool referenced; /* Marked as used. */
    uint32_t born;   /* Pages made before it. */
    struct evict_entry entry;
};

#define SHADOW_BUCKETS 128
struct shadow_cache {
    struct vm *vm;
    struct shadow_page **pages; /* All of them, in no order: limit places, count in use. */
    unsigned count, limit;
    unsigned active; /* Pages that are some virtual CPU's root. */
    unsigned unsync; /* Pages that are. */
    unsigned loose;  /* Likewise. */
    uint32_t born;
    struct shadow_page *by_gfn[SHADOW_BUCKETS], *by_table[SHADOW_BUCKETS];
    struct shadow_page *zapped; /* Until shadow_commit(). */
    struct shadow_page *spare;  /* One that is kept in case memory is short. */
    struct evict_set set;
    unsigned hand;           /* Of `fullest': an index, perhaps past the end. */
    uint8_t mark, age, room; /* enum vm_mark, vm_age, vm_room */

    struct cache_vcpu *vcpus;

    /* A directory that was zapped so that the guest could write to it.  If it is in use, it is
     * shadowed again before the store is: then it may be written all the same, and is zapped again
     * when that store is done. */
    gfn_t open_gfn;
    enum { CLOSED, MAY_OPEN, OPEN } door;
    struct cache_vcpu *opener;
    uint32_t open_state; /* At the store. */
};

/* ---- Shadow pages (shadow.c): vm_lock held -------------------------------------------------- */

#define SHADOW_LINK_BITS (PTE_P | PTE_W | PTE_U) /* Of level 2: the leaves decide. */

static inline unsigned shadow_entry_size(const struct shadow_page *sp)
{
    return sp->role.pae ? 8 : 4;
}
static inline unsigned shadow_entries(const struct shadow_page *sp)
{
    return PGSIZE / shadow_entry_size(sp);
}
/* The low word of entry INDEX; of level 2, where the high one is 0, all of it. */
static inline uint32_t *shadow_word(const struct shadow_page *sp, unsigned index)
{
    return (uint32_t *)((char *)sp->table + index * shadow_entry_size(sp));
}
/* The index of GVA's entry. */
static inline unsigned shadow_index(const struct shadow_page *sp, uint32_t gva)
{
    unsigned bits = sp->role.pae ? 9 : 10;
    return gva >> (PGBITS + bits * (sp->role.level - 1)) & ((1u << bits) - 1);
}
/* The index of WORD, which lies in SP's table. */
static inline unsigned shadow_index_of(const struct shadow_page *sp, const uint32_t *word)
{
    return (uintptr_t)word % PGSIZE / shadow_entry_size(sp);
}
static inline spte_ref shadow_ref(const struct shadow_page *sp, unsigned index)
{
    return (spte_ref)shadow_word(sp, index) | (sp->role.pae ? SPTE_PAE : 0);
}

/* The page for GFN and ROLE, made if there is none, its table in sync.  NULL: no memory. */
struct shadow_page *shadow_get(struct cache_vcpu *cv, gfn_t gfn, union shadow_role role);
/* The page whose table is at TABLE, or NULL. */
struct shadow_page *shadow_at(const struct shadow_cache *c, const void *table);
/* The page that entry INDEX of PARENT leads to, or NULL. */
struct shadow_page *shadow_child(const struct shadow_cache *c, const struct shadow_page *parent,
                                 unsigned index);
/* Makes entry INDEX of PARENT lead to CHILD, whatever it did. */
void shadow_link(struct shadow_cache *c, struct shadow_page *parent, unsigned index,
                 struct shadow_page *child);
/* Makes it lead nowhere. */
void shadow_unlink(struct shadow_cache *c, struct shadow_page *parent, unsigned index);
/* Ends SP: nothing leads to it any more, and it is found no more.  shadow_commit() must follow. */
void shadow_zap(struct shadow_cache *c, struct shadow_page *sp, bool evicted);
void shadow_commit(struct shadow_cache *c);
/* All pages that stand for the table at GFN. */
void shadow_zap_gfn(struct shadow_cache *c, gfn_t gfn);

/* The next page after SP (NULL: the first) that stands for the table at GFN. */
struct shadow_page *shadow_of_gfn(const struct shadow_cache *c, const struct shadow_page *sp,
                                  gfn_t gfn);
/* May a leaf for GFN be writable? */
bool shadow_may_write(const struct shadow_cache *c, gfn_t gfn);
/* The same; if it may not, lets the table there go unsync, should it be one of level 1 only. */
bool shadow_make_writable(struct shadow_cache *c, gfn_t gfn);
/* Write-protects and reads anew the unsync table at GFN, or all that ROOT's entries lead to.  Is it
 * watched (gmem_watch())? */
bool shadow_sync_gfn(struct shadow_cache *c, gfn_t gfn);
void shadow_sync_below(struct shadow_cache *c, const struct shadow_page *root);
/* The guest flushes something: ends loose pages. */
void shadow_zap_loose(struct shadow_cache *c);
/* Drops SP's leaf INDEX if the guest's table does not say the same any more. */
void shadow_check_leaf(struct shadow_cache *c, struct shadow_page *sp, unsigned index);

/* ---- Virtual CPUs (cache.c): vm_lock held --------------------------------------------------- */

struct cache_vcpu {
    uint64_t pdpt[4] __attribute__((aligned(32))); /* What the CPU walks with PAE. */
    struct vcpu *vcpu;
    struct cache_vcpu *next;
    void *block;                  /* Of the heap, in which it lies. */
    struct shadow_page *roots[4]; /* One, or PAE's four (NULL where none is). */
    /* Pages made since its guest came to STATE: see shadow_make_room(). */
    uint32_t state;
    unsigned made;
};
/* It has no roots any more, and must be prepared anew. */
void cache_forget_roots(struct shadow_cache *c, struct cache_vcpu *cv);

/* ---- Room (room.c): vm_lock held ------------------------------------------------------------ */

/* An instruction of the guest needs so many pages of level 1 at once, at most: a far call through a
 * gate to another privilege level, with each of these across the border of two tables: the
 * instruction, its memory operand, the gate, the code segment's descriptor, the task state segment,
 * the stack segment's descriptor, the new stack, the parameters on the old one. */
#define SHADOW_INSTRUCTION_TABLES 16
/* And the roots of its virtual CPU: four with PAE.  With fewer, some guests would never get on. */
#define SHADOW_PAGES_MIN (4 + SHADOW_INSTRUCTION_TABLES)
#define SHADOW_PAGES_MAX 16384

int shadow_room_init(struct shadow_cache *c);
/* Makes room for one more page, for CV. */
void shadow_make_room(struct shadow_cache *c, struct cache_vcpu *cv);
/* Evicts one page if any may leave. */
bool shadow_evict(struct shadow_cache *c);
/* The same for the host; of an IDLE machine's any may. */
void shadow_shrink(struct vm *vm, bool idle);
unsigned shadow_tables(const struct vm *vm);
int shadow_set_cache(struct vm *vm, const struct vm_cache *wish);
int shadow_get_cache(struct vm *vm, struct vm_cache *is);
/* SP was used to translate. */
static inline void shadow_mark(struct shadow_cache *c, struct shadow_page *sp)
{
    sp->referenced |= c->mark == VM_MARK_FILL;
}

#endif
