/* SPDX-License-Identifier: MIT
 * page-merge-par under clock with 367 user frames evicts and swaps in no more than published.
 * What the children share of the time decides that; the debug build's checks take some of it.
 * @builds: release
 * @mem: 4
 * @options: -ul=367 -evict=clock
 * @icount: 2
 * @actions: run page-merge-par
 * @actions: ktest figures_merge_par
 * @kstat: vm.evictions <= 334
 * @kstat: vm.swap_ins <= 179
 * @kstat: vm.frames_user_max <= 367
 */
#include "tests/workloads/over.h"

KTEST(figures_merge_par)
{
    expect_all_is_over();
}
