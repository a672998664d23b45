/* SPDX-License-Identifier: MIT
 * A thread of higher priority runs at once: when it is created, woken, or the running one sinks
 * below it; one of equal or lower priority waits its turn.
 */
#include "tests/threads/crew.h"
#include "threads/interrupt.h"

static struct semaphore wake;

static void work(int id)
{
    note('a' + id);
    sema_down(&wake);
    note('A' + id);
}

KTEST(thread_preempt)
{
    struct crew crew;
    crew_init(&crew, work);
    sema_init(&wake, 0);

    crew_start(&crew, PRI_DEFAULT + 1);
    note('1');
    crew_start(&crew, PRI_DEFAULT - 1);
    note('2');
    expect_ran("a12");

    sema_up(&wake);
    note('3');
    expect_ran("A3");

    enum intr_level old = intr_disable();
    crew_start(&crew, PRI_MAX);
    note('4');
    intr_set_level(old);
    note('5');
    expect_ran("4c5");

    sema_up(&wake);
    thread_set_priority(PRI_DEFAULT - 2);
    note('6');
    expect_ran("Cb6");
    thread_set_priority(PRI_DEFAULT);
    sema_up(&wake);
    crew_join(&crew);
}
