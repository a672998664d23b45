/* SPDX-License-Identifier: MIT
 * page-merge-mm: the same, with the chunks mapped.  It finishes with the right data under every
 * policy, with little memory, with any seed and any preemption, and everything comes back.
 * @mem: 4
 * @actions: run page-merge-mm
 * @actions: ktest page_merge_mm_is_over
 * @kstat: vm.frames_user == 0
 * @kstat: vm.swap_slots_used == 0
 * @kstat: vm.pages_promised == 0
 * @matrix: evict=clock,fifo,random ul=367,495,623,895 jitter=1..10
 * @matrix: evict=random ul=367,495,623,895 rs=1..10
 * @sample: 1
 */
#include "tests/workloads/over.h"

KTEST(page_merge_mm_is_over)
{
    expect_all_is_over();
}
