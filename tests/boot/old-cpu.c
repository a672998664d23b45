/* SPDX-License-Identifier: MIT
 * A CPU without 4 MB pages is told so, and the machine turned off.
 * @cpu: qemu32,-pse
 * @expect: refused
 * @output: ^Pageturner needs a CPU with 4 MB pages
 */
#include "tests/ktest.h"

KTEST(boot_old_cpu)
{
}
