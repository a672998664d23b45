/* SPDX-License-Identifier: MIT
 * Release build: no audits.
 */
#ifndef THREADS_VM_AUDIT_H
#define THREADS_VM_AUDIT_H

static inline void vm_audit(void)
{
}

static inline void vm_audit_point(void)
{
}

#endif
