/* SPDX-License-Identifier: MIT
 * A disk that never answers: the report of who hangs for it shows the whole chain, from a lock by
 * its owner and the busy page that this one waits for to the thread that reads it, and the I/O.
 * @builds: debug
 * @swap: 0
 * @options: -hung=1
 * @output: ^Hung thread: actor \(\d+\) has waited for 1 s:\n  thread actor \(\d+\) waits for lock held \(\S+\) for \S+ s, held by\n  thread actor \(\d+\) waits for page a busy page \(\S+\) for \S+ s, held by\n  thread actor \(\d+\) waits for I/O stage \(\S+\) for \S+ s$
 * @icount: 5
 */
#include "tests/vm/stage.h"

static struct lock held;

static void act_fault_locked(struct actor *a)
{
    lock_acquire(&held);
    act_fault(a);
    lock_release(&held);
}

static void act_lock(struct actor *a UNUSED)
{
    lock_acquire(&held);
    lock_release(&held);
}

KTEST(hung_on_page)
{
    stage_swap();
    lock_init(&held);
    struct aspace *as = stage_aspace(1);
    stage_fill(as, 0, 0x12120000);
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    struct actor reader = {.act = act_fault, .as = as};
    struct actor waiter = {.act = act_fault_locked, .as = as}, locker = {.act = act_lock};
    gate_close();
    actor_start(&reader);
    gate_wait();
    actor_start(&waiter);
    actor_expect_waiting(&waiter, "the second fault did not wait for the first one's read");
    actor_start(&locker);
    timer_sleep(3 * TIMER_FREQ);
    KTEST_ASSERT(kstat_read(kstat_find("watchdog.hung_threads")) == 3);
    gate_open();
    actor_join(&locker);
    actor_join(&reader);
    actor_join(&waiter);
    aspace_destroy(as);
}
