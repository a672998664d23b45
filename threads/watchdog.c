/* SPDX-License-Identifier: MIT
 * Detectors for threads that are stuck (debug build).
 *
 * Once a guest second, from the timer interrupt:
 *  - soft lockup: a thread has run in the kernel for -softlockup=SECONDS without one switch, though
 *    others were ready all the time;
 *  - hung thread: one has waited for -hung=SECONDS for a lock, a busy page or I/O, which somebody
 *    should be working on.  (Waits for semaphores and conditions may rightly last for ever.)
 * Each is reported once, with the chain of waits as far as owners are known: thread, lock, its
 * holder, what that waits for, …; a chain that bites its tail is called a deadlock.
 */
#include "watchdog.h"
#include <stdio.h>
#include "threads/cmdline.h"
#include "threads/interrupt.h"
#include "threads/kstat.h"
#include "threads/synch.h"
#include "threads/thread.h"

#define TICKS_PER_SECOND 100
#define WAIT_KINDS (WAIT_TIMER + 1)
#define CHAIN_MAX 16

static const char *const kind_names[WAIT_KINDS] = {"nothing", "lock", "semaphore", "condition",
                                                   "page",    "I/O",  "timer"};

static uint32_t soft_limit = 10 * TICKS_PER_SECOND, hung_limit = 30 * TICKS_PER_SECOND;
static watchdog_owner_func *owners[WAIT_KINDS];
static uint32_t soft_reported; /* switched_at of the run that was reported last. */

KSTAT_DEFINE(stat_soft, "watchdog", "soft_lockups", "reports", "threads that hogged the CPU");
KSTAT_DEFINE(stat_hung, "watchdog", "hung_threads", "reports", "threads that waited too long");

static int seconds_option(const char *value, uint32_t *limit)
{
    unsigned long seconds;
    int err = cmdline_number(value, 1, 100000, &seconds);
    if (err == 0)
        *limit = seconds * TICKS_PER_SECOND;
    return err;
}

static int soft_option(const char *value)
{
    return seconds_option(value, &soft_limit);
}
CMDLINE_OPTION(softlockup, soft_option, "SECONDS: report a thread that runs so long in the kernel");

static int hung_option(const char *value)
{
    return seconds_option(value, &hung_limit);
}
CMDLINE_OPTION(hung, hung_option, "SECONDS: report a thread that waits so long for a lock or I/O");

void watchdog_set_owner(enum wait_kind kind, watchdog_owner_func *owner)
{
    owners[kind] = owner;
}

static struct thread *lock_owner(const void *object)
{
    return ((const struct lock *)object)->holder;
}

/* Who should end T's wait, if that is known. */
static struct thread *owner_of(const struct wait_reason *wait)
{
    if (wait->kind == WAIT_LOCK)
        return lock_owner(wait->object);
    return owners[wait->kind] != NULL ? owners[wait->kind](wait->object) : NULL;
}

/* Prints T's part of a chain.  Returns who comes next, or NULL. */
static struct thread *print_link(const struct thread *t)
{
    uint32_t ticks = thread_ticks - t->blocked_at;
    if (t->status != THREAD_BLOCKED) {
        printf("  thread %s (%d) %s\n", t->name, t->tid,
               t->status == THREAD_RUNNING ? "is running" : "is ready to run");
        return NULL;
    }
    struct thread *owner = owner_of(&t->wait);
    printf("  thread %s (%d) waits for %s %s%s(%p) for %u.%02u s%s\n", t->name, t->tid,
           kind_names[t->wait.kind], t->wait.name != NULL ? t->wait.name : "",
           t->wait.name != NULL ? " " : "", t->wait.object, (unsigned)ticks / TICKS_PER_SECOND,
           (unsigned)ticks % TICKS_PER_SECOND, owner != NULL ? ", held by" : "");
    return owner;
}

static void print_chain(struct thread *t)
{
    struct thread *const first = t;
    for (int i = 0; t != NULL && i < CHAIN_MAX; i++) {
        t = print_link(t);
        if (t == first) {
            printf("  thread %s again: a deadlock\n", t->name);
            return;
        }
    }
}

static bool should_end_soon(enum wait_kind kind)
{
    return kind == WAIT_LOCK || kind == WAIT_PAGE || kind == WAIT_IO;
}

/* For each thread: reports it in the one second in which its wait passes the limit. */
static void check_hung(struct thread *t, void *aux)
{
    uint32_t ticks = thread_ticks - t->blocked_at;
    if (t->status != THREAD_BLOCKED || !should_end_soon(t->wait.kind) || ticks < hung_limit ||
        ticks >= hung_limit + TICKS_PER_SECOND)
        return;
    kstat_inc(&stat_hung);
    printf("Hung thread: %s (%d) has waited for %u s:\n", t->name, t->tid,
           (unsigned)ticks / TICKS_PER_SECOND);
    print_chain(t);
}

static void count_ready(struct thread *t, void *aux)
{
    if (t->status == THREAD_READY)
        ++*(unsigned *)aux;
}

static void check_soft(struct thread *cur)
{
    unsigned ready = 0;
    if (thread_ticks - cur->switched_at < soft_limit || soft_reported == cur->switched_at)
        return;
    thread_foreach(count_ready, &ready);
    if (ready == 0)
        return;
    soft_reported = cur->switched_at;
    kstat_inc(&stat_soft);
    printf("Soft lockup: %s (%d) has run for %u s while %u threads are ready\n", cur->name,
           cur->tid, (unsigned)(thread_ticks - cur->switched_at) / TICKS_PER_SECOND, ready);
    debug_backtrace();
}

void watchdog_tick(void)
{
    struct thread *cur = thread_current();
    if (thread_ticks % TICKS_PER_SECOND != 0)
        return;
    thread_foreach(check_hung, NULL);
    if (cur->priority >= PRI_MIN && !intr_from_user())
        check_soft(cur);
}
