/* SPDX-License-Identifier: MIT
 * Who keeps copies of an address space's page table entries, and must know when they change.
 *
 * All functions are called with vm_lock held, must not sleep, and may only touch their own state.
 * `addr` is the user address of a page that is mapped at the time.
 */
#ifndef VM_NOTIFIER_H
#define VM_NOTIFIER_H

#include <stdbool.h>
#include <stdint.h>

struct aspace;
struct aspace_notifier;

struct aspace_notifier_ops {
    /* The entry for ADDR goes: forget all copies.  Returns the PTE_A and PTE_D bits they had. */
    uint32_t (*invalidate)(struct aspace_notifier *, uintptr_t addr);
    /* It becomes read-only: so must all copies.  Returns likewise. */
    uint32_t (*protect)(struct aspace_notifier *, uintptr_t addr);
    /* Returns and clears the bits of BITS (PTE_A, PTE_D) in all copies. */
    uint32_t (*test_and_clear)(struct aspace_notifier *, uintptr_t addr, uint32_t bits);
    /* Returns them only. */
    uint32_t (*test)(struct aspace_notifier *, uintptr_t addr, uint32_t bits);
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

#endif
