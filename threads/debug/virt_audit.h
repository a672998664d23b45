/* SPDX-License-Identifier: MIT
 * Debug build: the self-audits of the shadow-page cache (virt/audit.c) and of all modes' leaves.
 */
#ifndef THREADS_VIRT_AUDIT_H
#define THREADS_VIRT_AUDIT_H

struct cache_vcpu;
struct shadow_cache;
struct shadow_page;
struct vm;

/* Checks everything, and panics at the first thing that does not hold.  0.  No lock held. */
int virt_audit(struct vm *vm);
/* The same with vm_lock held. */
void virt_audit_cache(const struct shadow_cache *c);
/* After an exit that touched ROOT's entry CHILD and SP's LEAF: checks these, and everything every
 * so often.  vm_lock held. */
void virt_audit_point(const struct shadow_cache *c, const struct shadow_page *root, unsigned child,
                      const struct shadow_page *sp, unsigned leaf);
/* Is nothing unsync that CV's roots lead to?  vm_lock held. */
void virt_audit_synced(const struct shadow_cache *c, const struct cache_vcpu *cv);

/* Of any mode (virt/audit-leaves.c): checks all leaves against the host's entries.  0.  No lock
 * held. */
int virt_audit_leaves(struct vm *vm);
/* After a fault: does so every so often. */
void virt_audit_fault(struct vm *vm);

#endif
