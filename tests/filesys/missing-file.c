/* SPDX-License-Identifier: MIT
 * An action on a file that is not there says so, and the run counts as failed.
 * @actions: cat nowhere
 * @expect: failed
 * @output: ^cat: 'nowhere': no such file
 */
#include "tests/ktest.h"

KTEST(missing_file)
{
}
