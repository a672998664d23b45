/* SPDX-License-Identifier: MIT
 * A thread that waits too long for a lock is reported, with what its holder waits for.
 * @builds: debug
 * @options: -hung=2
 * @output: Hung thread: crew 1
 * @output: waits for lock second
 * @output: waits for lock first
 * @output: waits for semaphore
 * @icount: 5
 */
#include "devices/timer.h"
#include "tests/threads/crew.h"
#include "threads/kstat.h"

static struct lock first, second;
static struct semaphore end;

/* 0 holds `first` and waits for `end`; 1 waits for 2, which holds `second`, for `first`. */
static void work(int id)
{
    if (id != 1)
        lock_acquire(id == 0 ? &first : &second);
    if (id == 0)
        sema_down(&end);
    else {
        lock_acquire(id == 1 ? &second : &first);
        lock_release(id == 1 ? &second : &first);
    }
    if (id != 1)
        lock_release(id == 0 ? &first : &second);
}

KTEST(hung_thread)
{
    const struct kstat *reports = kstat_find("watchdog.hung_threads");
    struct crew crew;
    KTEST_ASSERT(reports != NULL);
    crew_init(&crew, work);
    lock_init(&first);
    lock_init(&second);
    sema_init(&end, 0);
    crew_start(&crew, PRI_DEFAULT + 1);
    crew.cnt = 2; /* 2 before 1, which waits for it. */
    crew_start(&crew, PRI_DEFAULT + 1);
    crew.cnt = 1;
    crew_start(&crew, PRI_DEFAULT + 1);
    crew.cnt = 3;
    timer_sleep(4 * TIMER_FREQ);
    KTEST_ASSERT(kstat_read(reports) == 2);
    sema_up(&end);
    crew_join(&crew);
}
