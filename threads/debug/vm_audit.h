/* SPDX-License-Identifier: MIT
 * Debug build: the VM's self-audit (vm/audit.c).
 */
#ifndef THREADS_VM_AUDIT_H
#define THREADS_VM_AUDIT_H

/* Checks every invariant of vm/page.h and panics at the first that does not hold.  vm_lock held. */
void vm_audit(void);

/* Called where an eviction or an address space ended: audits every so often.  vm_lock held. */
void vm_audit_point(void);

#endif
