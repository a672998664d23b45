/* SPDX-License-Identifier: MIT
 * Running a virtual CPU.
 */
#include <errno.h>
#include "virt/vm.h"

int vcpu_run(struct vcpu *v, uintptr_t user)
{
    return -ENODEV;
}
void vcpu_forget_entered(const struct vcpu *v)
{
}
