/* SPDX-License-Identifier: MIT
 * The kernel API that code written for Pintos relies on is there, with its names, types and
 * constants.
 */
#include <bitmap.h>
#include <hash.h>
#include <list.h>
#include "devices/input.h"
#include "devices/shutdown.h"
#include "devices/timer.h"
#include "tests/ktest.h"
#include "threads/init.h"
#include "threads/interrupt.h"
#include "threads/loader.h"
#include "threads/malloc.h"
#include "threads/palloc.h"
#include "threads/synch.h"
#include "threads/thread.h"
#include "threads/vaddr.h"

static_assert(PRI_MIN == 0 && PRI_DEFAULT == 31 && PRI_MAX == 63, "priorities");
static_assert(TIMER_FREQ == 100 && TID_ERROR == -1, "constants");

struct api {
    tid_t (*create)(const char *, int, thread_func *, void *);
    void (*block)(void);
    void (*unblock)(struct thread *);
    struct thread *(*current)(void);
    tid_t (*tid)(void);
    const char *(*name)(void);
    void (*yield)(void);
    void (*foreach)(thread_action_func *, void *);
    int (*get[4])(void);
    void (*set[2])(int);
    void (*sema_init)(struct semaphore *, unsigned);
    void (*sema[2])(struct semaphore *);
    bool (*sema_try)(struct semaphore *);
    void (*lock[2])(struct lock *);
    bool (*lock_try)(struct lock *);
    bool (*held)(const struct lock *);
    void (*cond_init)(struct condition *);
    void (*cond[3])(struct condition *, struct lock *);
    enum intr_level (*level[3])(void);
    enum intr_level (*set_level)(enum intr_level);
    bool (*context)(void);
    void (*yield_on_return)(void);
    int64_t (*ticks)(void);
    int64_t (*elapsed)(int64_t);
    void (*sleep[7])(int64_t);
};

static const struct api api = {
    thread_create,
    thread_block,
    thread_unblock,
    thread_current,
    thread_tid,
    thread_name,
    thread_yield,
    thread_foreach,
    {thread_get_priority, thread_get_nice, thread_get_recent_cpu, thread_get_load_avg},
    {thread_set_priority, thread_set_nice},
    sema_init,
    {sema_down, sema_up},
    sema_try_down,
    {lock_acquire, lock_release},
    lock_try_acquire,
    lock_held_by_current_thread,
    cond_init,
    {cond_wait, cond_signal, cond_broadcast},
    {intr_get_level, intr_enable, intr_disable},
    intr_set_level,
    intr_context,
    intr_yield_on_return,
    timer_ticks,
    timer_elapsed,
    {timer_sleep, timer_msleep, timer_usleep, timer_nsleep, timer_mdelay, timer_udelay,
     timer_ndelay},
};

static void count(struct thread *t, void *cnt)
{
    ++*(int *)cnt;
}

KTEST(api_names)
{
    struct lock lock;
    int cnt = 0;
    lock_init(&lock);
    api.lock[0](&lock);
    KTEST_ASSERT(api.held(&lock));
    api.lock[1](&lock);
    KTEST_ASSERT(!thread_mlfqs && !intr_context());
    api.set[0](PRI_MAX);
    KTEST_ASSERT(api.get[0]() == PRI_MAX);
    api.set[0](PRI_DEFAULT);
    enum intr_level old = intr_disable();
    thread_foreach(count, &cnt);
    intr_set_level(old);
    KTEST_ASSERT(cnt >= 2);
}
