/* SPDX-License-Identifier: MIT
 * page-parallel under clock with 367 user frames, with a slice of 32 ticks of 2.5 million
 * instructions (a child needs 24 such ticks: like the published runs, they overlap little), evicts
 * and swaps in no more than published.
 * @mem: 4
 * @options: -ul=367 -evict=clock -slice=32
 * @icount: 2
 * @actions: run page-parallel
 * @actions: ktest figures_parallel
 * @kstat: vm.evictions <= 164
 * @kstat: vm.swap_ins <= 3
 * @kstat: vm.frames_user_max <= 367
 */
#include "tests/workloads/over.h"

KTEST(figures_parallel)
{
    expect_all_is_over();
}
