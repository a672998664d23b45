/* SPDX-License-Identifier: MIT
 * QEMU's memory map leaves 895 frames of 4 MB, all of them the kernel's to use.
 * @mem: 4
 * @kstat: vm.frames_total == 895
 */
#include "tests/ktest.h"

KTEST(boot_frames)
{
}
