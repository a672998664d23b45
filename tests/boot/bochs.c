/* SPDX-License-Identifier: MIT
 * Bochs boots the kernel from a disk, and leaves it 911 frames of 4 MB.
 * @emulator: bochs
 * @mem: 4
 * @kstat: vm.frames_total == 911
 */
#include "tests/ktest.h"

KTEST(boot_bochs)
{
}
