/* SPDX-License-Identifier: MIT
 * A thread that lowers its priority lets all higher ones run first, and one that raises it does
 * not.
 */
#include "tests/threads/crew.h"

static void work(int id)
{
    note('a' + id);
    thread_set_priority(thread_get_priority() - 10);
    note('A' + id);
    thread_set_priority(PRI_MAX);
    note('0' + id);
}

KTEST(priority_sinks)
{
    struct crew crew;
    crew_init(&crew, work);
    crew_start(&crew, PRI_DEFAULT - 4);
    crew_start(&crew, PRI_DEFAULT - 2);
    crew_start(&crew, PRI_DEFAULT - 11);
    expect_ran("");
    thread_set_priority(PRI_DEFAULT - 3);
    expect_ran("b");
    thread_set_priority(PRI_DEFAULT - 13);
    expect_ran("acB1");
    thread_set_priority(PRI_MIN);
    expect_ran("A0C2");
    thread_set_priority(PRI_DEFAULT);
    crew_join(&crew);
}
