/* SPDX-License-Identifier: MIT
 * A loan goes through a chain of sixteen locks, each link of it raised, whatever stands in between;
 * then each falls back to its own priority.
 */
#include "tests/threads/crew.h"

#define DEPTH 16

static struct lock locks[DEPTH];
static int top;

/* Thread ID holds lock ID + 1 (the last one holds none) and waits for lock ID. */
static void wait_in_chain(int id)
{
    int own = thread_get_priority();
    if (id + 1 < DEPTH)
        lock_acquire(&locks[id + 1]);
    lock_acquire_nested(&locks[id]);
    expect_priority(top);
    note('a' + id);
    lock_release(&locks[id]);
    expect_priority(top);
    if (id + 1 < DEPTH)
        lock_release(&locks[id + 1]);
    expect_priority(own);
    note('A' + id);
}

static void bystand(int id)
{
    note('.');
}

KTEST(donate_chain_deep)
{
    static struct crew crew, bystanders;
    crew_init(&crew, wait_in_chain);
    crew_init(&bystanders, bystand);
    for (int i = 0; i < DEPTH; i++)
        lock_init(&locks[i]);
    thread_set_priority(PRI_MIN);
    lock_acquire(&locks[0]);
    for (int i = 0; i < DEPTH; i++) {
        top = PRI_MIN + 3 * (i + 1);
        crew_start(&crew, top);
        expect_priority(top);
        crew_start(&bystanders, top - 1);
    }
    expect_ran("");
    lock_release(&locks[0]);
    expect_priority(PRI_MIN);
    expect_ran("abcdefghijklmnopP.O.N.M.L.K.J.I.H.G.F.E.D.C.B.A.");
    thread_set_priority(PRI_DEFAULT);
    crew_join(&crew);
    crew_join(&bystanders);
}
