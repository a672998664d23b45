/* SPDX-License-Identifier: MIT
 * The boot loader in a disk's first sector starts the kernel, on either emulator of QEMU, with all
 * the memory there is.
 * @matrix: boot=disk emulator=qemu,qemu64 mem=4,64
 */
#include "tests/ktest.h"
#include "threads/palloc.h"

KTEST(boot_from_disk)
{
    KTEST_ASSERT(palloc_frames_total() > 800);
}
