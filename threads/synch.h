/* SPDX-License-Identifier: MIT
 * Semaphores, locks and condition variables.
 *
 * Whoever waits is woken highest priority first, and first come first served among equals; what
 * counts is the priority at the time of waking.  A woken thread of higher priority runs at once.
 * Everything that may sleep must be called outside interrupt handlers; sema_up() and
 * sema_try_down() may be called anywhere.
 */
#ifndef THREADS_SYNCH_H
#define THREADS_SYNCH_H

#include <list.h>
#include <stdbool.h>
#include "threads/thread.h"

/* A counting semaphore.  Interrupts are disabled while its fields are in use. */
struct semaphore {
    unsigned value;
    struct list waiters; /* Of struct thread, by elem; first come first. */
};

void sema_init(struct semaphore *sema, unsigned value);
void sema_down(struct semaphore *sema);
bool sema_try_down(struct semaphore *sema);
void sema_up(struct semaphore *sema);

/* All locks that one lock_init() in the source initialises are one class: the debug build's checker
 * learns in which order classes are taken, and panics when two orders contradict. */
struct lock_class {
    const char *name;
    const char *file;
    int line;
    int id; /* The checker's number for it; 0: not seen yet. */
};

/* A lock: a mutex that its holder alone releases; not recursive.  It is free while `holder` is
 * NULL, and is taken and freed by one atomic instruction when nobody waits.  Those who wait donate
 * their priority to the holder, and to the holder of what he waits for, and so on. */
struct lock {
    struct thread *holder;
    struct list waiters;         /* Of struct thread, by elem; interrupts off. */
    struct thread *donee;        /* Whose list of contended locks it is on, or NULL; … */
    struct list_elem donor_elem; /* …and its link there; interrupts off. */
    struct lock_class *class;
};

#define lock_init(LOCK)                                                                            \
    do {                                                                                           \
        static struct lock_class class_ = {.name = #LOCK, .file = __FILE__, .line = __LINE__};     \
        lock_init_class((LOCK), &class_);                                                          \
    } while (0)

void lock_init_class(struct lock *lock, struct lock_class *class);
void lock_acquire(struct lock *lock);
bool lock_try_acquire(struct lock *lock);
void lock_release(struct lock *lock);

static inline bool lock_held_by_current_thread(const struct lock *lock)
{
    return *(struct thread *const volatile *)&lock->holder == thread_current();
}

/* The lock's name in the source, without a leading '&'. */
const char *lock_name(const struct lock *lock);

/* A condition variable.  cond_wait() releases LOCK, waits for a signal and takes LOCK again: test
 * the condition in a loop.  All three need LOCK held.  A signalled thread moves straight to LOCK's
 * waiters, and is woken by the release that lets it in. */
struct condition {
    struct list waiters; /* Of struct thread, by elem; interrupts off. */
};

void cond_init(struct condition *cond);
void cond_wait(struct condition *cond, struct lock *lock);
void cond_signal(struct condition *cond, struct lock *lock);
void cond_broadcast(struct condition *cond, struct lock *lock);

/* The compiler moves no memory access across this. */
#define barrier() __asm__ volatile("" : : : "memory")

#include "lockcheck.h"

#endif
