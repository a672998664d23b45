/* SPDX-License-Identifier: MIT
 * An option nobody knows refuses the boot, and the options there are get listed.
 * @options: -q -no-such-option=17
 * @expect: refused
 * @output: ^Unknown option '-no-such-option' \(value '17'\)\.$
 * @output: ^  -mem=KB
 * @absent: Boot complete
 */
#include "tests/ktest.h"

KTEST(boot_bad_option)
{
}
