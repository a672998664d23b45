/* SPDX-License-Identifier: MIT
 * A thread that ends with a lock held is found.
 * @builds: debug
 * @expect: panic
 * @output: Kernel PANIC .*exits with forgotten held
 */
#include "tests/threads/crew.h"

static struct lock forgotten;

static void work(int id)
{
    lock_acquire(&forgotten);
}

KTEST(lock_exit_held)
{
    struct crew crew;
    crew_init(&crew, work);
    lock_init(&forgotten);
    crew_start(&crew, PRI_DEFAULT + 1);
    crew_join(&crew);
    thread_yield();
    fail("the held lock was not noticed");
}
