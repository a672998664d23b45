/* SPDX-License-Identifier: MIT
 * A fork bomb, a hog, one that dodges the ticks and a thrasher are each kept to their group's
 * limits, and the process beside them is done when its share of the CPU promises (`make
 * demo-containment`).
 * @mem: 4
 * @icount: 7
 * @ticks: 20000
 * @options: -sched=stride
 * @actions: run containment
 * @actions: ktest limits_contain_is_over
 * @output: containment: killed: its group has used its CPU time \(100 of 100 ticks\)
 * @output: ^\| thrasher .* yes \|
 * @kstat: process.out_of_time == 2
 * @kstat: vm.oom_kills == 0
 * @kstat: vm.frames_user == 0
 * @kstat: vm.swap_slots_used == 0
 * @kstat: vm.pages_promised == 0
 * @matrix: evict=clock,fifo,random
 */
#include "tests/workloads/over.h"

KTEST(limits_contain_is_over)
{
    expect_all_is_over();
}
