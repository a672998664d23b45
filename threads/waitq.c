/* SPDX-License-Identifier: MIT
 * Wait queues: see waitq.h.
 */
#include "threads/waitq.h"
#include <debug.h>
#include <errno.h>
#include <stddef.h>
#include "devices/timer.h"
#include "threads/interrupt.h"
#include "threads/queue.h"

void (*thread_leave)(void);

void waitq_init(struct waitq *q)
{
    list_init(&q->waiters);
}

/* Takes T, which sleeps in a queue, out of it.  Interrupts off. */
static void end_sleep(struct thread *t, int result)
{
    queue_remove(&t->elem);
    t->interruptible = false;
    t->sleep_result = result;
    thread_unblock_locked(t);
}

/* In the timer interrupt; T may have been woken already, without having run yet. */
static void time_out(void *thread)
{
    struct thread *t = thread;
    if (t->interruptible)
        end_sleep(t, -ETIMEDOUT);
}

int waitq_sleep(struct waitq *q, const char *name, int64_t ticks)
{
    struct thread *t = thread_current();
    struct timer_alarm alarm = {.pending = false};
    ASSERT(intr_get_level() == INTR_OFF);
    if (t->interrupted)
        return -EINTR;
    if (ticks > 0)
        timer_alarm_set(&alarm, ticks, time_out, t);
    t->interruptible = true;
    queue_insert(list_end(&q->waiters), &t->elem);
    struct wait_reason outer = thread_wait_begin(WAIT_TIMER, q, name);
    thread_block();
    thread_wait_end(outer);
    if (alarm.pending)
        timer_alarm_cancel(&alarm);
    return t->sleep_result;
}

bool waitq_wake(struct waitq *q)
{
    enum intr_level old = intr_disable();
    bool any = !list_empty(&q->waiters);
    if (any)
        end_sleep(list_entry(list_begin(&q->waiters), struct thread, elem), 0);
    intr_set_level(old);
    return any;
}

bool waitq_wake_all(struct waitq *q)
{
    enum intr_level old = intr_disable();
    bool any = !list_empty(&q->waiters);
    while (!list_empty(&q->waiters))
        end_sleep(list_entry(list_begin(&q->waiters), struct thread, elem), 0);
    intr_set_level(old);
    return any;
}

void thread_interrupt(struct thread *t)
{
    ASSERT(intr_get_level() == INTR_OFF);
    t->interrupted = true;
    if (t->interruptible)
        end_sleep(t, -EINTR);
}
