/* SPDX-License-Identifier: MIT
 * Readers and writers in any order: never a writer with anybody else, sometimes several readers,
 * and everybody gets in.
 * @icount: 4
 * @matrix: jitter=1..10
 */
#include "devices/timer.h"
#include "tests/threads/crew.h"
#include "threads/rwlock.h"

#define THREADS 12
#define ROUNDS 100

static struct rwlock rw;
static int readers, writers, most, value;

static void write_once(int id)
{
    rwlock_write_acquire(&rw);
    KTEST_ASSERT(++writers == 1 && readers == 0);
    int seen = value;
    thread_yield();
    value = seen + 1;
    writers--;
    if (id == 0) {
        readers++;
        rwlock_downgrade(&rw);
        KTEST_ASSERT(value == seen + 1 && writers == 0);
        readers--;
        rwlock_read_release(&rw);
    } else {
        rwlock_write_release(&rw);
    }
}

static void read_once(int id)
{
    rwlock_read_acquire(&rw);
    readers++;
    most = readers > most ? readers : most;
    int seen = value;
    if (id % 2 == 0)
        timer_sleep(1);
    else
        thread_yield();
    KTEST_ASSERT(writers == 0 && value == seen);
    readers--;
    rwlock_read_release(&rw);
}

static void work(int id)
{
    for (int i = 0; i < ROUNDS; i++) {
        if ((i + id) % 4 == 0)
            write_once(id);
        else
            read_once(i + id);
    }
}

KTEST(rwlock_stress)
{
    struct crew crew;
    crew_init(&crew, work);
    rwlock_init(&rw);
    for (int i = 0; i < THREADS; i++)
        crew_start(&crew, PRI_DEFAULT - i % 3);
    crew_join(&crew);
    KTEST_ASSERT(value == THREADS * ROUNDS / 4);
    KTEST_ASSERT(most > 1);
}
