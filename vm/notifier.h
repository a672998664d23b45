/* SPDX-License-Identifier: MIT
 * Who keeps copies of an address space's page table entries, and must know when they change.
 *
 * All functions are called with vm_lock held, must not sleep, and may only touch their own state.
 * `addr` is the user address of a page that is mapped at the time, `frame` the number of the frame
 * that its entry maps.
 */
#ifndef VM_NOTIFIER_H
#define VM_NOTIFIER_H

#include <stdbool.h>
#include <stdint.h>

struct aspace;
struct aspace_notifier;

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
    /* The address space ends, or gets all its pages taken: nothing more will come. */
    void (*release)(struct aspace_notifier *);
};

struct aspace_notifier {
    const struct aspace_notifier_ops *ops;
    struct aspace_notifier *next;
};

/* vm_lock held. */
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

#endif
