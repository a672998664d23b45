/* SPDX-License-Identifier: MIT
 * An action nobody knows, or one without its arguments, refuses the boot before anything is run.
 * @actions: no-such-action
 * @expect: refused
 * @output: ^Unknown action 'no-such-action'\.$
 * @output: ^  ktest NAME
 * @absent: Boot complete
 */
#include "tests/ktest.h"

KTEST(boot_bad_action)
{
}
