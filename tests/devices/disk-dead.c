/* SPDX-License-Identifier: MIT
 * A disk that fails every command costs its partitions, not the boot.
 * @options: -disk-fail=hdb:0:1000000
 * @output: ^hdb: read of 1 sectors at 0 failed 4 times
 * @kstat: disk.hdb.errors == 1
 */
#include "tests/devices/disk.h"

KTEST(disk_dead)
{
    KTEST_ASSERT(block_get_by_name("hda1") != NULL);
    KTEST_ASSERT(block_get_by_name("hdb") != NULL);
    KTEST_ASSERT(block_get_by_name("hdb1") == NULL);
}
