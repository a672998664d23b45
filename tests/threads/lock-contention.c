/* SPDX-License-Identifier: MIT
 * A lock keeps others out, though its holder yields and sleeps, and everybody gets in at last.
 */
#include "devices/timer.h"
#include "tests/threads/crew.h"

#define THREADS 16
#define ROUNDS 200

static struct lock lock;
static int inside, total;

static void work(int id)
{
    for (int i = 0; i < ROUNDS; i++) {
        if (i % 7 != 0 || !lock_try_acquire(&lock))
            lock_acquire(&lock);
        if (++inside != 1)
            fail("%d threads hold the lock", inside);
        int seen = total;
        if ((i + id) % 3 == 0)
            thread_yield();
        if (i % 100 == id)
            timer_sleep(1);
        total = seen + 1;
        inside--;
        lock_release(&lock);
    }
}

KTEST(lock_contention)
{
    struct crew crew;
    crew_init(&crew, work);
    lock_init(&lock);
    inside = total = 0;
    for (int i = 0; i < THREADS; i++)
        crew_start(&crew, PRI_DEFAULT - i % 3);
    crew_join(&crew);
    KTEST_ASSERT(total == THREADS * ROUNDS);
    KTEST_ASSERT(lock.holder == NULL && list_empty(&lock.waiters));
    KTEST_ASSERT(lock_try_acquire(&lock));
    lock_release(&lock);
}
