/* SPDX-License-Identifier: MIT
 * Semaphores, locks and condition variables.
 *
 * Each keeps a list of the threads that wait for it.  A waiter is chosen when it is woken, not when
 * it queues, because priorities may change in between.  A woken thread has to look again whether
 * it may go on (another may have come first), and if not, it queues in front of its equals.
 *
 * A lock that nobody else wants costs one compare-and-exchange to take and one store to free; the
 * list and the interrupt flag matter only once somebody waits.  A waiter that queues just after the
 * holder looked at the empty list cannot be missed: it queues with interrupts off, having seen the
 * lock taken, so the holder's store and look both come after.
 *
 * A freed lock is free for all, so that a running thread need not wait for one that has yet to be
 * switched to; but a waiter that was overtaken so is handed the lock the next time.
 */
#include "threads/synch.h"
#include <debug.h>
#include "threads/donate.h"
#include "threads/interrupt.h"
#include "threads/jitter.h"
#include "threads/queue.h"

static void wait_in(struct list *waiters, bool again)
{
    struct thread *cur = thread_current();
    queue_insert(again ? list_begin(waiters) : list_end(waiters), &cur->elem);
    thread_block();
}

/* Removes the first waiter of the highest priority from WAITERS, which is not empty. */
static struct thread *take_waiter(struct list *waiters)
{
    struct thread *t = best_waiter(waiters);
    queue_remove(&t->elem);
    return t;
}

void sema_init(struct semaphore *sema, unsigned value)
{
    ASSERT(sema != NULL);
    sema->value = value;
    list_init(&sema->waiters);
}

/* Sleeps until SEMA is not 0.  Interrupts off. */
static void sema_wait(struct semaphore *sema)
{
    struct wait_reason outer = thread_wait_begin(WAIT_SEMA, sema, NULL);
    for (bool again = false; sema->value == 0; again = true)
        wait_in(&sema->waiters, again);
    thread_wait_end(outer);
}

void sema_down(struct semaphore *sema)
{
    ASSERT(sema != NULL);
    lockcheck_may_sleep();
    enum intr_level old = intr_disable();
    if (sema->value == 0) {
        lockcheck_wait(old == INTR_ON);
        sema_wait(sema);
    }
    sema->value--;
    intr_set_level(old);
}

bool sema_try_down(struct semaphore *sema)
{
    ASSERT(sema != NULL);
    enum intr_level old = intr_disable();
    bool success = sema->value > 0;
    if (success)
        sema->value--;
    intr_set_level(old);
    return success;
}

void sema_up(struct semaphore *sema)
{
    ASSERT(sema != NULL);
    enum intr_level old = intr_disable();
    sema->value++;
    if (!list_empty(&sema->waiters))
        thread_unblock_locked(take_waiter(&sema->waiters));
    intr_set_level(old);
}

void lock_init_class(struct lock *lock, struct lock_class *class)
{
    ASSERT(lock != NULL);
    lock->holder = NULL;
    lock->donee = NULL;
    lock->class = class;
    list_init(&lock->waiters);
}

const char *lock_name(const struct lock *lock)
{
    const char *name = lock->class->name;
    return name[0] == '&' ? name + 1 : name;
}

/* Takes LOCK if it is free. */
static inline bool lock_take(struct lock *lock)
{
    struct thread *free = NULL;
    return __atomic_compare_exchange_n(&lock->holder, &free, thread_current(), false,
                                       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* The current thread has taken LOCK, and perhaps others wait for it. */
static NO_INLINE void lock_adopt(struct lock *lock)
{
    enum intr_level old = intr_disable();
    if (!list_empty(&lock->waiters))
        donate_begin(lock, best_waiter(&lock->waiters)->priority);
    intr_set_level(old);
}

/* The current thread, or one that was signalled, joins LOCK's waiters at BEFORE. */
static void join_waiters(struct lock *lock, struct thread *t, struct list_elem *before)
{
    t->wait_lock = lock;
    queue_insert(before, &t->elem);
    donate_begin(lock, t->priority);
}

/* Sleeps until LOCK could be taken, or was handed over. */
static NO_INLINE void lock_wait(struct lock *lock)
{
    struct thread *cur = thread_current();
    ASSERT(!intr_context());
    ASSERT(!lock_held_by_current_thread(lock));
    enum intr_level old = intr_disable();
    struct wait_reason outer = thread_wait_begin(WAIT_LOCK, lock, lock_name(lock));
    for (bool again = false; lock->holder != cur && !lock_take(lock); again = true) {
        lockcheck_wait(old == INTR_ON);
        cur->overtaken = again;
        join_waiters(lock, cur, again ? list_begin(&lock->waiters) : list_end(&lock->waiters));
        thread_block();
    }
    cur->overtaken = false;
    thread_wait_end(outer);
    lock_adopt(lock);
    intr_set_level(old);
}

void(lock_acquire)(struct lock *lock)
{
    lockcheck_may_sleep();
    lockcheck_acquire(lock);
    if (!lock_take(lock))
        lock_wait(lock);
    else if (!list_empty(&lock->waiters))
        lock_adopt(lock);
    lockcheck_acquired(lock);
}

bool(lock_try_acquire)(struct lock *lock)
{
    ASSERT(!lock_held_by_current_thread(lock));
    bool success = lock_take(lock);
    if (success) {
        if (!list_empty(&lock->waiters))
            lock_adopt(lock);
        lockcheck_acquired(lock);
    }
    return success;
}

/* Wakes the best of those who wait for LOCK, which is free. */
static void wake_best(struct lock *lock)
{
    struct thread *t = take_waiter(&lock->waiters);
    t->wait_lock = NULL;
    if (t->overtaken) {
        lock->holder = t;
        if (!list_empty(&lock->waiters))
            donate_begin(lock, PRI_MIN);
    }
    thread_unblock_locked(t);
}

/* The current thread has freed LOCK, and somebody waited for it. */
static NO_INLINE void lock_wake(struct lock *lock)
{
    enum intr_level old = intr_disable();
    donate_end(lock, thread_current());
    if (lock->holder == NULL && !list_empty(&lock->waiters))
        wake_best(lock);
    intr_set_level(old);
}

/* Frees LOCK; wakes a waiter if there is one. */
static inline void lock_drop(struct lock *lock)
{
    ASSERT(lock_held_by_current_thread(lock));
    lockcheck_release(lock);
    __atomic_store_n(&lock->holder, NULL, __ATOMIC_RELEASE);
    barrier();
    if (!list_empty(&lock->waiters))
        lock_wake(lock);
}

void lock_release(struct lock *lock)
{
    lock_drop(lock);
    jitter_point();
}

void cond_init(struct condition *cond)
{
    ASSERT(cond != NULL);
    list_init(&cond->waiters);
}

void(cond_wait)(struct condition *cond, struct lock *lock)
{
    ASSERT(!intr_context());
    enum intr_level old = intr_disable();
    struct wait_reason outer = thread_wait_begin(WAIT_COND, cond, NULL);
    lock_drop(lock);
    lockcheck_wait(old == INTR_ON);
    wait_in(&cond->waiters, false);
    thread_wait_end(outer);
    intr_set_level(old);
    (lock_acquire)(lock);
}

/* Moves the best waiter of COND to those of LOCK.  Interrupts off. */
static void cond_move(struct condition *cond, struct lock *lock)
{
    struct thread *t = take_waiter(&cond->waiters);
    join_waiters(lock, t, list_end(&lock->waiters));
    if (t->wait.kind == WAIT_COND)
        t->wait = (struct wait_reason){WAIT_LOCK, lock, lock_name(lock)};
}

void cond_signal(struct condition *cond, struct lock *lock)
{
    ASSERT(lock_held_by_current_thread(lock));
    enum intr_level old = intr_disable();
    if (!list_empty(&cond->waiters))
        cond_move(cond, lock);
    intr_set_level(old);
}

void cond_broadcast(struct condition *cond, struct lock *lock)
{
    ASSERT(lock_held_by_current_thread(lock));
    enum intr_level old = intr_disable();
    while (!list_empty(&cond->waiters))
        cond_move(cond, lock);
    intr_set_level(old);
}
