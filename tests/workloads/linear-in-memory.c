/* SPDX-License-Identifier: MIT
 * page-linear's 2 MB fit into 4 MB of RAM: it never touches the swap disk.
 * @mem: 4
 * @actions: run page-linear
 * @actions: ktest linear_in_memory
 * @kstat: vm.evictions == 0
 * @kstat: vm.swap_outs == 0
 * @kstat: disk.hdb1.writes == 0
 * @kstat: vm.frames_user_max >= 512
 * @matrix: evict=clock,fifo,random
 */
#include "tests/workloads/over.h"

KTEST(linear_in_memory)
{
    expect_all_is_over();
}
