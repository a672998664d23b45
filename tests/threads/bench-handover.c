/* SPDX-License-Identifier: MIT
 * Instruction counts of what happens between two threads: a waiter that lends its priority, a lock
 * handed to it, a thread woken until it runs.  Exact under -icount shift=0; prints "BENCH name
 * median least" lines; elsewhere the numbers mean nothing.
 * @icount: 0
 */
#include "devices/timer.h"
#include "tests/bench/bench.h"
#include "tests/threads/crew.h"

#define ROUNDS 1000

static struct lock lock;
static struct semaphore go;
static uint32_t began;

/* Of higher priority: waits for what main frees, and takes the time. */
static void borrow(int id)
{
    for (int i = 0; i < ROUNDS; i++) {
        sema_down(&go);
        lock_acquire(&lock);
        bench_add(bench_now() - began);
        lock_release(&lock);
    }
}

/* From the release to the waiter's having the lock; before, the waiter has lent its priority. */
static void handovers(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        lock_acquire(&lock);
        sema_up(&go);
        KTEST_ASSERT(thread_get_priority() > PRI_DEFAULT);
        began = bench_now();
        lock_release(&lock);
    }
}

static void lend(int id)
{
    for (int i = 0; i < ROUNDS; i++) {
        sema_down(&go);
        began = bench_now();
        lock_acquire(&lock);
        lock_release(&lock);
    }
}

/* From the call that cannot have the lock to the holder's going on with the lent priority. */
static void loans(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        lock_acquire(&lock);
        sema_up(&go);
        bench_add(bench_now() - began);
        lock_release(&lock);
    }
}

static void wake(int id)
{
    for (int i = 0; i < ROUNDS; i++) {
        sema_down(&go);
        bench_add(bench_now() - began);
    }
}

static void wakes(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        began = bench_now();
        sema_up(&go);
    }
}

static void ring(void *aux)
{
    began = bench_now();
    sema_up(&go);
}

/* From an interrupt's handler; the timer's interrupt is raised by software. */
static void interrupt_wakes(void)
{
    struct timer_alarm alarm;
    for (int i = 0; i < ROUNDS; i++) {
        timer_alarm_set(&alarm, 1, ring, NULL);
        __asm__ volatile("int $0x20" : : : "memory");
    }
}

static void bench(const char *name, void (*work)(int), void (*fn)(void))
{
    struct crew crew;
    crew_init(&crew, work);
    crew_start(&crew, PRI_DEFAULT + 1);
    fn();
    crew_join(&crew);
    bench_print(name);
}

KTEST(bench_handover)
{
    lock_init(&lock);
    sema_init(&go, 0);
    bench("lock_handover", borrow, handovers);
    bench("lock_wait_donating", lend, loans);
    bench("wake_to_run", wake, wakes);
    bench("interrupt_wake_to_run", wake, interrupt_wakes);
}
