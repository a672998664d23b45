/* SPDX-License-Identifier: MIT
 * A command line that makes the file system's disk fail its first three commands: the partition
 * table is read all the same, at the fourth attempt.
 * @options: -disk-fail=hda:0:3
 * @kstat: disk.hda.retries == 3
 * @kstat: disk.hda.errors == 0
 */
#include "tests/devices/disk.h"

KTEST(disk_fail_option)
{
    KTEST_ASSERT(block_get_by_name("hda1") != NULL);
}
