/* SPDX-License-Identifier: MIT
 * A device without a file system refuses the boot and says what is wrong.
 * @options: -filesys=hdb1
 * @expect: refused
 * @output: ^filesys: hdb1: the superblock has no Pageturner file system's magic \(\d+\); -f would format it\.$
 */
#include "tests/ktest.h"

KTEST(no_file_system)
{
}
