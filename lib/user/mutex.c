/* SPDX-License-Identifier: MIT
 * Mutexes and condition variables over futex_wait() and futex_wake().
 *
 * A mutex's third state keeps the release of one that nobody waits for out of the kernel: whoever
 * sleeps has first set 2, and whoever was woken sets 2 again, as others may sleep still.
 */
#include <errno.h>
#include <limits.h>
#include <mutex.h>
#include <thread.h>

enum { FREE, HELD, CONTENDED };

bool mutex_try_lock(struct mutex *mutex)
{
    int expected = FREE;
    return __atomic_compare_exchange_n(&mutex->state, &expected, HELD, false, __ATOMIC_ACQUIRE,
                                       __ATOMIC_RELAXED);
}

void mutex_lock(struct mutex *mutex)
{
    if (mutex_try_lock(mutex))
        return;
    while (__atomic_exchange_n(&mutex->state, CONTENDED, __ATOMIC_ACQUIRE) != FREE)
        futex_wait(&mutex->state, CONTENDED, 0);
}

void mutex_unlock(struct mutex *mutex)
{
    if (__atomic_exchange_n(&mutex->state, FREE, __ATOMIC_RELEASE) == CONTENDED)
        futex_wake(&mutex->state, 1);
}

int cond_wait_ms(struct cond *cond, struct mutex *mutex, unsigned ms)
{
    int sequence = cond->sequence;
    mutex_unlock(mutex);
    int result = futex_wait(&cond->sequence, sequence, ms);
    mutex_lock(mutex);
    return result == -ETIMEDOUT ? result : 0;
}

void cond_wait(struct cond *cond, struct mutex *mutex)
{
    cond_wait_ms(cond, mutex, 0);
}

static void wake(struct cond *cond, int count)
{
    __atomic_add_fetch(&cond->sequence, 1, __ATOMIC_RELEASE);
    futex_wake(&cond->sequence, count);
}

void cond_signal(struct cond *cond)
{
    wake(cond, 1);
}

void cond_broadcast(struct cond *cond)
{
    wake(cond, INT_MAX);
}
