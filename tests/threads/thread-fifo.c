/* SPDX-License-Identifier: MIT
 * Threads of equal priority take turns in the order they came, however often one of them is
 * interrupted by a higher one.
 * @icount: 4
 * @plain: yes
 */
#include "tests/threads/crew.h"

static struct semaphore wake_high;

static void work_high(int id)
{
    for (int i = 0; i < 4; i++) {
        sema_down(&wake_high);
        note('.');
    }
}

static void work(int id)
{
    for (int round = 0; round < 4; round++) {
        note('a' + id);
        if (id == 1)
            sema_up(&wake_high);
        note('A' + id);
        thread_yield();
    }
}

KTEST(thread_fifo)
{
    struct crew high, crew;
    sema_init(&wake_high, 0);
    crew_init(&high, work_high);
    crew_init(&crew, work);
    crew_start(&high, PRI_DEFAULT + 2);
    thread_set_priority(PRI_DEFAULT + 1);
    for (int i = 0; i < 4; i++)
        crew_start(&crew, PRI_DEFAULT);
    thread_set_priority(PRI_DEFAULT - 1);
    thread_set_priority(PRI_DEFAULT);
    expect_ran("aAb.BcCdDaAb.BcCdDaAb.BcCdDaAb.BcCdD");
    crew_join(&crew);
    crew_join(&high);
}
