/* SPDX-License-Identifier: MIT
 * A plan to fail for a disk that is not there refuses the boot, as does one for a partition.
 * @matrix: disk-fail=hdz:0,hda1:0:3
 * @expect: refused
 * @output: ^-disk-fail=hd(z:0|a1:0:3): no such block device; there are: hda hda1
 * @absent: Boot complete
 */
#include "tests/ktest.h"

KTEST(disk_fail_unknown)
{
    fail("the boot was not refused");
}
