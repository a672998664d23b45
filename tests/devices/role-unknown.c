/* SPDX-License-Identifier: MIT
 * A role given to a device that is not there refuses the boot, and names those that are.
 * @options: -swap=hdz1
 * @expect: refused
 * @output: ^-swap=hdz1: no such block device; there are: hda hda1
 */
#include "tests/ktest.h"

KTEST(role_unknown)
{
    fail("the boot was not refused");
}
