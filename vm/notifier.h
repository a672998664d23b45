/* SPDX-License-Identifier: MIT
 * Who keeps copies of an address space's page table entries: he must know when they change, and the
 * pages that the kernel keeps them in are the address space's to pay for.
 *
 * These pages are charged to its group (group.h) like page tables, and go with it to another.
 * Unlike page tables they can be taken back, since copies can be made anew: by its group at a
 * limit, by all when memory is short (kept.c).  What is left of them when the address space has
 * ended stays charged until it is freed.
 *
 * All functions of aspace_notifier_ops are called with vm_lock held, must not sleep, and may only
 * touch their own state. `addr` is the user address of a page that is mapped at the time, `frame`
 * the number of the frame that its entry maps.
 */
#ifndef VM_NOTIFIER_H
#define VM_NOTIFIER_H

#include <list.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct aspace;
struct aspace_notifier;
struct page_group;

struct aspace_notifier_ops {
    /* The entry for ADDR goes: forget all copies.  Returns the PTE_A and PTE_D bits they had. */
    uint32_t (*invalidate)(struct aspace_notifier *, uintptr_t addr, uint32_t frame);
    /* It becomes read-only: so must all copies. */
    void (*protect)(struct aspace_notifier *, uintptr_t addr, uint32_t frame);
    /* Which of BITS (PTE_A, PTE_D) some copy has; CLEAR takes them away. */
    uint32_t (*test)(struct aspace_notifier *, uintptr_t addr, uint32_t frame, uint32_t bits,
                     bool clear);
    /* What is at ADDR, which is perhaps not mapped, may change from now on by others than those who
     * keep copies: it is mapped writable for the process's own STORE, shared, or taken away.  Not
     * for a store, it may be refused (false): then the entry is PTE_WATCHED in place of PTE_W. */
    bool (*changing)(struct aspace_notifier *, uintptr_t addr, bool store);
    /* The address space ends, or gets all its pages taken: nothing more will come but the next two.
     */
    void (*release)(struct aspace_notifier *);
    /* How many of the pages it could do without now?  IDLE: nobody uses any. */
    size_t (*spare)(struct aspace_notifier *, bool *idle);
    /* Frees one, or a few, of those, by kept_free_page(), if any can go. */
    void (*shrink)(struct aspace_notifier *);
};

struct aspace_notifier {
    const struct aspace_notifier_ops *ops;
    /* vm_lock: */
    struct aspace_notifier *next; /* Of the same address space. */
    struct list_elem elem;        /* Among all, until kept_end(). */
    struct page_group *group;     /* What its pages are charged to, or NULL. */
    size_t pages;
};

/* vm_lock held.  Added it is charged with pages, too; removed, it is told nothing more. */
void aspace_add_notifier(struct aspace *as, struct aspace_notifier *n);
void aspace_remove_notifier(struct aspace *as, struct aspace_notifier *n);

/* For vm/: tell all of AS.  vm_lock held. */
uint32_t aspace_notify_invalidate(struct aspace *as, uintptr_t addr, uint32_t frame);
void aspace_notify_protect(struct aspace *as, uintptr_t addr, uint32_t frame);
uint32_t aspace_notify_test(struct aspace *as, uintptr_t addr, uint32_t frame, uint32_t bits,
                            bool clear);
bool aspace_notify_changing(struct aspace *as, uintptr_t addr, bool store);
/* …and then there are none any more. */
void aspace_notify_release(struct aspace *as);

/* ---- Pages that are kept (kept.c) ------------------------------------------------------------ */

/* A page of zeros for N, or COUNT pages that it has from elsewhere: charged to its group, which
 * gives one of its own for it at its `max`.  NULL or -ENOMEM: there is none.  No lock held; sleep.
 */
void *kept_get_page(struct aspace_notifier *n);
int kept_charge(struct aspace_notifier *n, size_t count);
/* Gives them back.  vm_lock held. */
void kept_free_page(struct aspace_notifier *n, void *page);
void kept_uncharge(struct aspace_notifier *n, size_t count);
/* N has no page left, and is forgotten.  No lock held. */
void kept_end(struct aspace_notifier *n);

/* For vm/; vm_lock held: how many are kept for AS; of those for GROUP (NULL: all) how many are
 * there, and could go. */
size_t kept_for(const struct aspace *as);
size_t kept_in(const struct page_group *group);
size_t kept_spare(const struct page_group *group);
/* Takes a page of those, if it is their turn beside GROUP's user frames, or in any case if it MUST.
 * Was there one? */
bool kept_give(struct page_group *group, bool must);
/* AS moves to GROUP; GROUP ends. */
void kept_move(struct aspace *as, struct page_group *group);
void kept_leave(struct page_group *group);

#endif
