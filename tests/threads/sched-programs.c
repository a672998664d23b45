/* SPDX-License-Identifier: MIT
 * Programs that page run to their end under every scheduler and with any preemption, everything
 * comes back, and the ticks of the CPU are told.
 * @mem: 4
 * @actions: run page-parallel
 * @actions: ktest sched_programs
 * @kstat: vm.frames_user == 0
 * @kstat: vm.swap_slots_used == 0
 * @kstat: sched.idle_ticks + sched.kernel_ticks + sched.user_ticks <= timer.ticks
 * @output: ^Thread: \d+ idle ticks, \d+ kernel ticks, \d+ user ticks$
 * @matrix: sched=prio,mlfqs,rr,stride jitter=1..10
 * @sample: 4
 */
#include "tests/workloads/over.h"

KTEST(sched_programs)
{
    expect_all_is_over();
}
