/* SPDX-License-Identifier: MIT
 * Under rr, equal turns whatever the priority, and nobody is preempted by a wake-up.
 * @icount: 7
 * @options: -sched=rr
 * @plain: yes
 */
#include "tests/threads/mlfqs.h"

static int64_t end;
static uint64_t used[4];
static struct semaphore sema;

static void work(int id)
{
    if (id == 4) {
        sema_down(&sema);
        note('a');
        return;
    }
    uint64_t before = thread_cpu_ns(thread_current());
    mlfqs_work_until(end);
    used[id] = (thread_cpu_ns(thread_current()) - before) / 10000000;
}

KTEST(sched_rr)
{
    struct crew crew;
    crew_init(&crew, work);
    sema_init(&sema, 0);
    end = timer_ticks() + 1000;
    for (int i = 0; i < 4; i++)
        crew_start(&crew, PRI_MIN + 20 * i);
    crew_start(&crew, PRI_MAX);
    thread_yield();
    sema_up(&sema);
    note('1');
    expect_ran("1");
    crew_join(&crew);
    expect_ran("a");
    for (int i = 0; i < 4; i++) {
        msg("priority %d: %u ticks", PRI_MIN + 20 * i, (unsigned)used[i]);
        KTEST_ASSERT(used[i] >= 240 && used[i] <= 260);
    }
}
