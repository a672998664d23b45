/* SPDX-License-Identifier: MIT
 * The kernel boots, runs an action, prints its counters and powers off.  If this fails nothing
 * else that boots is tried.
 * @output: ^Pageturner: Pintos booting with [\d,]+ kB RAM\.\.\.$
 * @output: ^Boot complete\.$
 * @output: ^Timer: \d+ ticks$
 * @output: ^KSTAT timer\.ticks \d+$
 * @output: ^Outcome: passed\nPowering off\.\.\.\n\Z
 */
#include "tests/ktest.h"

KTEST(smoke)
{
}
