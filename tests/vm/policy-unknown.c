/* SPDX-License-Identifier: MIT
 * A policy nobody knows refuses the boot with the list of those there are.
 * @options: -evict=lifo
 * @expect: refused
 * @output: ^-evict: the policies are clock fifo random$
 * @absent: Boot complete
 */
#include "tests/ktest.h"

KTEST(policy_unknown)
{
}
