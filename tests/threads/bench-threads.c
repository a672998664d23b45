/* SPDX-License-Identifier: MIT
 * Instruction counts of locks, switches, threads and the heap: exact under -icount shift=0, where
 * the time-stamp counter counts instructions.  Prints "BENCH name median least" lines; elsewhere
 * the numbers mean nothing, and none is checked here.
 * @icount: 0
 */
#include "tests/bench/bench.h"
#include "tests/threads/crew.h"
#include "threads/malloc.h"

#define ROUNDS 1000

static struct semaphore ping, pong, done;

static void bench(const char *name, void (*fn)(void))
{
    for (int i = 0; i < ROUNDS; i++)
        bench_add(bench_call(fn));
    bench_print(name);
}

static struct lock lock;

/* The timer's interrupt, raised by software; it counts a tick. */
static void timer_tick(void)
{
    __asm__ volatile("int $0x20");
}

static void lock_pair(void)
{
    lock_acquire(&lock);
    lock_release(&lock);
}

static void malloc_free(void)
{
    free(malloc(16));
}

static void malloc_free_page(void)
{
    free(malloc(2000));
}

static void echo(int id)
{
    for (int i = 0; i < ROUNDS; i++) {
        sema_down(&ping);
        sema_up(&pong);
    }
}

static void ping_pong(void)
{
    sema_up(&ping);
    sema_down(&pong);
}

static void yielder(int id)
{
    for (int i = 0; i < ROUNDS; i++)
        thread_yield();
}

static void nothing(void *aux)
{
    sema_up(&done);
}

static void create_join(void)
{
    thread_create("bench", PRI_DEFAULT + 1, nothing, NULL);
    sema_down(&done);
}

/* Two threads that yield to each other: each call is two switches. */
static void bench_crew(const char *name, void (*fn)(void), void (*work)(int), int priority)
{
    struct crew crew;
    crew_init(&crew, work);
    crew_start(&crew, priority);
    bench(name, fn);
    crew_join(&crew);
}

KTEST(bench_threads)
{
    lock_init(&lock);
    sema_init(&ping, 0);
    sema_init(&pong, 0);
    sema_init(&done, 0);
    void *keep = malloc(16);
    bench("lock_acquire_release", lock_pair);
    bench("malloc_free_16", malloc_free);
    bench("malloc_free_2000", malloc_free_page);
    bench_crew("yield_two_switches", thread_yield, yielder, PRI_DEFAULT);
    bench_crew("sema_ping_pong", ping_pong, echo, PRI_DEFAULT);
    bench_crew("sema_ping_pong_preempting", ping_pong, echo, PRI_DEFAULT + 1);
    bench("thread_create_join", create_join);
    bench("timer_interrupt", timer_tick);
    free(keep);
}
