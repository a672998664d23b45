/* SPDX-License-Identifier: MIT
 * For tests of donation: three locks held by the test, and a crew whose members wait for one each.
 */
#ifndef TESTS_THREADS_SEVERAL_H
#define TESTS_THREADS_SEVERAL_H

#include "tests/threads/crew.h"

static struct lock first, second, third;

/* Member 0 wants the first lock and is a, 1 the second and b, 2 the third and c. */
static void want_own_lock(int id)
{
    struct lock *lock = id == 0 ? &first : id == 1 ? &second : &third;
    lock_acquire(lock);
    note('a' + id);
    lock_release(lock);
}

/* Takes the locks; nobody is started yet. */
static inline void several_begin(struct crew *crew)
{
    crew_init(crew, want_own_lock);
    lock_init(&first);
    lock_init(&second);
    lock_init(&third);
    lock_acquire(&first);
    lock_acquire(&second);
    lock_acquire(&third);
}

#endif
