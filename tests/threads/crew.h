/* SPDX-License-Identifier: MIT
 * For tests of threads: crews of threads that are started and waited for, and a log of who ran.
 */
#ifndef TESTS_THREADS_CREW_H
#define TESTS_THREADS_CREW_H

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "tests/ktest.h"
#include "threads/synch.h"
#include "threads/thread.h"

/* Up to 64 threads that run one function, each with its own number. */
struct crew {
    void (*work)(int id);
    struct semaphore done;
    int cnt;
    struct crew_member {
        struct crew *crew;
        int id;
    } members[64];
};

static inline void crew_run_member(void *member_)
{
    struct crew_member *member = member_;
    member->crew->work(member->id);
    sema_up(&member->crew->done);
}

static inline void crew_init(struct crew *crew, void (*work)(int id))
{
    crew->work = work;
    crew->cnt = 0;
    sema_init(&crew->done, 0);
}

/* Starts the next member, numbered from 0, with PRIORITY. */
static inline void crew_start(struct crew *crew, int priority)
{
    struct crew_member *member = &crew->members[crew->cnt];
    char name[THREAD_NAME_MAX];
    *member = (struct crew_member){crew, crew->cnt++};
    snprintf(name, sizeof name, "crew %d", member->id);
    KTEST_ASSERT(thread_create(name, priority, crew_run_member, member) != TID_ERROR);
}

static inline void crew_join(struct crew *crew)
{
    for (; crew->cnt > 0; crew->cnt--)
        sema_down(&crew->done);
}

/* Fails unless the current thread's priority is WANT. */
static inline void expect_priority(int want)
{
    if (thread_get_priority() != want)
        fail("%s has priority %d, not %d", thread_name(), thread_get_priority(), want);
}

/* Who ran, in order: a letter for each. */
static char ran[256];
static size_t ran_cnt;

static inline void note(char who)
{
    if (ran_cnt < sizeof ran - 1)
        ran[ran_cnt++] = who;
}

/* Fails unless exactly WANT ran since the last call. */
static inline void expect_ran(const char *want)
{
    ran[ran_cnt] = '\0';
    if (strcmp(ran, want) != 0)
        fail("the order was \"%s\", not \"%s\"", ran, want);
    ran_cnt = 0;
}

#endif
