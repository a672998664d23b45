/* SPDX-License-Identifier: MIT
 * Carrying out instructions for the guest.
 */
#include "virt/vm.h"

bool emulate_store(struct vcpu *v, uint32_t gva, uint64_t gpa)
{
    return false;
}
