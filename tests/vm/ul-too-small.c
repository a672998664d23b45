/* SPDX-License-Identifier: MIT
 * Fewer user frames than one instruction may touch are refused at boot.
 * @options: -ul=5
 * @expect: refused
 * @output: ^Option '-ul': bad value '5'\.$
 * @absent: Boot complete
 */
#include "tests/ktest.h"

KTEST(ul_too_small)
{
}
