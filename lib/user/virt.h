/* SPDX-License-Identifier: MIT
 * Running guests: see virt-abi.h for what is passed, docs/VIRT.md for how.
 */
#ifndef LIB_USER_VIRT_H
#define LIB_USER_VIRT_H

#include <virt-abi.h>

/* All return 0, or a descriptor, or a negative errno. */
int vm_create(enum vm_mode mode);
int vcpu_create(int vm);
int vm_control(int vm, enum vm_op op, void *arg);
int vcpu_control(int vcpu, enum vcpu_op op, void *arg);
int vcpu_run(int vcpu, struct vcpu_run *run);

#endif
