/* SPDX-License-Identifier: MIT
 * The system calls that run guests.
 */
#include <syscall-nr.h>
#include <virt.h>
#include "lib/user/syscall-stub.h"

int vm_create(enum vm_mode mode)
{
    return syscall1(SYS_VM_CREATE, mode);
}

int vcpu_create(int vm)
{
    return syscall1(SYS_VCPU_CREATE, vm);
}

int vm_control(int vm, enum vm_op op, void *arg)
{
    return syscall3(SYS_VM_CONTROL, vm, op, arg);
}

int vcpu_control(int vcpu, enum vcpu_op op, void *arg)
{
    return syscall3(SYS_VCPU_CONTROL, vcpu, op, arg);
}

int vcpu_run(int vcpu, struct vcpu_run *run)
{
    return syscall2(SYS_VCPU_RUN, vcpu, run);
}
