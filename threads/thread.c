/* SPDX-License-Identifier: MIT
 * Kernel threads: their life, and the switch between them.
 *
 * A thread is created READY with a stack of its own, runs when the scheduler (sched.c) picks it,
 * BLOCKs until somebody unblocks it, and DIEs in thread_exit(); the thread that runs after it frees
 * its stack, because nobody can free the stack he stands on.  All of this happens with interrupts
 * off, and a thread switch returns into the next thread with interrupts off.
 *
 * Preemption: whoever makes a thread ready that should run instead of the current one sets
 * thread_preempt_wanted.  It is looked at where interrupts get enabled and where an external
 * interrupt returns (thread_preempt_point), so a thread of higher priority runs at once, but
 * never in the middle of a stretch with interrupts off.
 *
 *     thread_create("worker", PRI_DEFAULT, work, &job);  // the worker: work(&job); thread_exit()
 *     sema_down(&job.done);                              // thread_block() … thread_unblock()
 */
#include "threads/thread.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "devices/timer.h"
#include "threads/budget.h"
#include "threads/cmdline.h"
#include "threads/donate.h"
#include "threads/gdt.h"
#include "threads/interrupt.h"
#include "threads/kstat.h"
#include "threads/mmu.h"
#include "threads/sched.h"
#include "threads/synch.h"
#include "watchdog.h"

/* What switch.S pops, and where it goes first: the stack of a thread that never ran. */
struct first_frame {
    uint32_t edi, esi, ebx, ebp;
    void (*entry)(void);
    void *no_return;
    thread_func *func;
    void *aux;
};

static_assert(offsetof(struct thread, stack) == 0, "switch.S saves esp at the start");
static_assert(sizeof(struct first_frame) == 32, "switch.S knows this frame");
static_assert(sizeof(struct thread) <= 512, "struct thread takes room from the stack");

struct thread *switch_threads(struct thread *cur, struct thread *next);
void switch_entry(void);
void thread_schedule_tail(struct thread *prev);
NO_RETURN void thread_begin(thread_func *func, void *aux);

KSTAT_DEFINE(stat_switches, "sched", "switches", "switches", "switches to another thread");
KSTAT_DEFINE(stat_preemptions, "sched", "preemptions", "switches", "involuntary switches");
KSTAT_DEFINE(stat_created, "sched", "threads_created", "threads", "threads created");
KSTAT_DEFINE(stat_idle, "sched", "idle_ticks", "ticks", "ticks with no thread to run");
KSTAT_DEFINE(stat_kernel, "sched", "kernel_ticks", "ticks", "ticks that interrupted the kernel");
KSTAT_DEFINE(stat_user, "sched", "user_ticks", "ticks", "ticks that interrupted a user program");

static struct thread initial_thread = {.magic = THREAD_MAGIC};
struct thread *thread_running = &initial_thread;
bool thread_preempt_wanted;
uint32_t thread_ticks;

static struct thread *idle_thread;
static struct list all_list;
static unsigned thread_cnt, thread_max;
static tid_t last_tid;

static uint64_t count_max(void)
{
    return thread_max;
}
KSTAT_GAUGE(stat_max, "sched", "threads_max", "threads", "most threads alive at once", count_max);

static uint64_t idle_gauge(void)
{
    return thread_cpu_ns(idle_thread) / 1000;
}
KSTAT_GAUGE(stat_idle_us, "sched", "idle_us", "us", "time with no thread to run", idle_gauge);

static unsigned long time_slice = TIME_SLICE;

static int slice_option(const char *value)
{
    return cmdline_number(value, 1, 1000, &time_slice);
}
CMDLINE_OPTION(slice, slice_option, "TICKS: turn of a thread among its equals (4)");

static bool is_thread(const struct thread *t)
{
    return t != NULL && t->magic == THREAD_MAGIC;
}

/* Fills in a zeroed *T and makes it known; interrupts off or not. */
static void thread_setup(struct thread *t, const char *name, int priority)
{
    t->status = THREAD_BLOCKED;
    t->priority = t->base_priority = priority;
    t->slice = time_slice;
    t->magic = THREAD_MAGIC;
    list_init(&t->contended);
    strlcpy(t->name, name, sizeof t->name);

    enum intr_level old = intr_disable();
    sched->start(t);
    t->budget = thread_current()->budget;
    t->tid = ++last_tid;
    t->blocked_at = thread_ticks;
    list_push_back(&all_list, &t->all_elem);
    if (++thread_cnt > thread_max)
        thread_max = thread_cnt;
    intr_set_level(old);
}

void thread_init(void)
{
    ASSERT(intr_get_level() == INTR_OFF);
    list_init(&all_list);
    sched_init();
    thread_setup(&initial_thread, "main", PRI_DEFAULT);
    initial_thread.status = THREAD_RUNNING;
    initial_thread.cpu = -timer_cycles();
}

/* A new thread that nobody has made ready, or NULL if there is no memory. */
static struct thread *thread_alloc(const char *name, int priority, thread_func *func, void *aux)
{
    uint8_t *base = mmu_stack_alloc();
    if (base == NULL)
        return NULL;
    struct thread *t = (struct thread *)((uintptr_t)(base + KSTACK_SIZE - sizeof *t) & ~15ul);
    memset(t, 0, sizeof *t);
    t->stack_base = base;

    struct first_frame *frame = (struct first_frame *)t - 1;
    *frame = (struct first_frame){.entry = switch_entry, .func = func, .aux = aux};
    t->stack = (uint32_t *)frame;
    thread_setup(t, name, priority);
    kstat_inc(&stat_created);
    return t;
}

/* Runs when nothing else can: below every priority, never in a run queue. */
static void idle_loop(void *aux UNUSED)
{
    for (;;)
        __asm__ volatile("sti; hlt" : : : "memory");
}

void thread_start(void)
{
    idle_thread = thread_alloc("idle", PRI_MIN, idle_loop, NULL);
    ASSERT(idle_thread != NULL);
    idle_thread->priority = PRI_MIN - 1;
    intr_enable();
}

tid_t thread_create(const char *name, int priority, thread_func *func, void *aux)
{
    ASSERT(func != NULL);
    ASSERT(PRI_MIN <= priority && priority <= PRI_MAX);
    struct thread *t = thread_alloc(name, priority, func, aux);
    if (t == NULL)
        return TID_ERROR;
    tid_t tid = t->tid;
    thread_unblock(t);
    return tid;
}

/* Where every thread but the first begins, by way of switch_entry. */
void thread_begin(thread_func *func, void *aux)
{
    intr_enable();
    func(aux);
    thread_exit();
}

/* Frees what is left of PREV, which died.  (The initial thread's stack is not ours.) */
static NO_INLINE void thread_bury(struct thread *prev)
{
    prev->magic = 0;
    if (prev->stack_base != NULL)
        mmu_stack_free(prev->stack_base);
}

/* Finishes a switch, in the thread that runs now. */
void thread_schedule_tail(struct thread *prev)
{
    if (prev->status == THREAD_DYING)
        thread_bury(prev);
}

static NO_INLINE void load_pagedir(uint32_t *pagedir)
{
    if (pagedir != mmu_pagedir_active())
        mmu_pagedir_activate(pagedir);
}

/* CUR stops and NEXT begins to run now.  The one's time grows by the count of now and the other's
 * sinks by it, so that no start need be remembered. */
static inline void account(struct thread *cur, struct thread *next)
{
    uint64_t now = timer_cycles();
    cur->cpu += now;
    next->cpu -= now;
    if (cur->budget != next->budget)
        budget_switch(cur->budget, next->budget, now);
}

/* Makes NEXT the current thread. */
static inline void switch_to(struct thread *cur, struct thread *next)
{
    ASSERT(is_thread(next));
    account(cur, next);
    next->switched_at = thread_ticks;
    thread_running = next;
    kstat_inc(&stat_switches);
    tss_set_stack(next);
    if (next->pagedir != NULL)
        load_pagedir(next->pagedir);
    thread_schedule_tail(switch_threads(cur, next));
}

/* The current thread is no longer RUNNING: runs another one, or the same if it is READY and best.
 * Interrupts off. */
static ALWAYS_INLINE void schedule(void)
{
    struct thread *cur = thread_current();
    thread_preempt_wanted = false;
    struct thread *next = sched->pick();
    if (next == NULL)
        next = idle_thread;
    next->status = THREAD_RUNNING;
    if (next != cur)
        switch_to(cur, next);
}

void thread_block(void)
{
    struct thread *cur = thread_current();
    ASSERT(!intr_context());
    ASSERT(intr_get_level() == INTR_OFF);
    ASSERT(is_thread(cur));
    cur->status = THREAD_BLOCKED;
    cur->blocked_at = thread_ticks;
    cur->slice = time_slice;
    schedule();
}

void thread_unblock_locked(struct thread *t)
{
    ASSERT(is_thread(t));
    ASSERT(t->status == THREAD_BLOCKED);
    t->status = THREAD_READY;
    if (sched->enqueue(t, false))
        thread_preempt_wanted = true;
}

void thread_unblock(struct thread *t)
{
    enum intr_level old = intr_disable();
    thread_unblock_locked(t);
    intr_set_level(old);
}

/* The current thread goes back to the ready ones.  (The idle thread is not one of them.) */
static inline void make_ready(struct thread *cur, bool at_head)
{
    cur->status = THREAD_READY;
    if (cur != idle_thread)
        sched->enqueue(cur, at_head);
    else
        cur->status = THREAD_BLOCKED;
}

void thread_yield(void)
{
    struct thread *cur = thread_current();
    ASSERT(!intr_context());
    enum intr_level old = intr_disable();
    cur->slice = time_slice;
    make_ready(cur, false);
    schedule();
    intr_set_level(old);
}

void thread_preempt(void)
{
    struct thread *cur = thread_current();
    ASSERT(!intr_context());
    enum intr_level old = intr_disable();
    if (thread_preempt_wanted) {
        bool slice_over = cur->slice == 0;
        if (slice_over)
            cur->slice = time_slice;
        kstat_inc(&stat_preemptions);
        make_ready(cur, !slice_over);
        schedule();
    }
    intr_set_level(old);
}

void thread_exit(void)
{
    struct thread *cur = thread_current();
    ASSERT(!intr_context());
    lockcheck_thread_exit();
    intr_disable();
    ASSERT(list_empty(&cur->contended));
    list_remove(&cur->all_elem);
    thread_cnt--;
    cur->status = THREAD_DYING;
    schedule();
    NOT_REACHED();
}

void thread_tick(void)
{
    struct thread *cur = thread_current();
    thread_ticks++;
    if (cur == idle_thread) {
        kstat_inc(&stat_idle);
        cur = NULL;
    } else {
        kstat_inc(intr_from_user() ? &stat_user : &stat_kernel);
    }
    budget_tick();
    if (sched->tick(cur))
        thread_preempt_wanted = true;
    watchdog_tick();
}

void thread_foreach(thread_action_func *func, void *aux)
{
    ASSERT(intr_get_level() == INTR_OFF);
    for (struct list_elem *e = list_begin(&all_list), *next; e != list_end(&all_list); e = next) {
        next = list_next(e);
        func(list_entry(e, struct thread, all_elem), aux);
    }
}

int thread_get_priority(void)
{
    return thread_current()->priority;
}

void thread_change_priority(struct thread *t, int priority)
{
    bool ready = t->status == THREAD_READY;
    if (ready)
        sched->dequeue(t);
    t->priority = priority;
    if (ready ? sched->enqueue(t, false) : t == thread_current() && sched->preempts(t))
        thread_preempt_wanted = true;
}

void thread_set_priority(int priority)
{
    struct thread *cur = thread_current();
    ASSERT(PRI_MIN <= priority && priority <= PRI_MAX);
    enum intr_level old = intr_disable();
    if (!thread_mlfqs) {
        cur->base_priority = priority;
        thread_change_priority(cur, donate_priority(cur));
    }
    intr_set_level(old);
}

uint64_t thread_cpu_cycles(const struct thread *t)
{
    enum intr_level old = intr_disable();
    uint64_t cycles = t->cpu;
    if (t == thread_current())
        cycles += timer_cycles();
    intr_set_level(old);
    return cycles;
}

uint64_t thread_cpu_ns(const struct thread *t)
{
    return timer_cycles_to_ns(thread_cpu_cycles(t));
}

void thread_print_stats(void)
{
    printf("Thread: %llu idle ticks, %llu kernel ticks, %llu user ticks\n",
           (unsigned long long)kstat_read(&stat_idle), (unsigned long long)kstat_read(&stat_kernel),
           (unsigned long long)kstat_read(&stat_user));
}
