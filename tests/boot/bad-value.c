/* SPDX-License-Identifier: MIT
 * A bad value refuses the boot, and is printed with its option.
 * @options: -mem=12MB
 * @expect: refused
 * @output: ^Option '-mem': bad value '12MB'\.$
 * @output: ^  -mem=KB
 * @absent: Boot complete
 */
#include "tests/ktest.h"

KTEST(boot_bad_value)
{
}
