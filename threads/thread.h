/* SPDX-License-Identifier: MIT
 * Kernel threads: struct thread, creation, blocking, switching, and what a thread waits for.
 */
#ifndef THREADS_THREAD_H
#define THREADS_THREAD_H

#include <debug.h>
#include <list.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "lockcheck_thread.h"

struct cpu_budget;
struct lock;
struct process;
struct share_group;

typedef int tid_t;
#define TID_ERROR ((tid_t)-1)

#define PRI_MIN 0
#define PRI_DEFAULT 31
#define PRI_MAX 63

/* Ticks that a thread may run before a thread of equal priority gets its turn: unless -slice says
 * otherwise. */
#define TIME_SLICE 4

/* Niceness, for -sched=mlfqs. */
#define NICE_MIN (-20)
#define NICE_DEFAULT 0
#define NICE_MAX 20

#define THREAD_NAME_MAX 16

enum thread_status { THREAD_RUNNING, THREAD_READY, THREAD_BLOCKED, THREAD_DYING };

/* What a blocked thread waits for.  `object` is the lock, semaphore, page, device …, so that the
 * watchdog can follow a chain of waits; `name` is a string that outlives the wait. */
enum wait_kind { WAIT_NONE, WAIT_LOCK, WAIT_SEMA, WAIT_COND, WAIT_PAGE, WAIT_IO, WAIT_TIMER };
struct wait_reason {
    enum wait_kind kind;
    const void *object;
    const char *name;
};

/* One thread.  It lies at the top of its own 8 kB stack, whose lowest byte borders on a guard page;
 * the initial thread's lies in .data.  Only the scheduler's fields may be touched by interrupt
 * handlers, so only they are guarded by disabling interrupts. */
struct thread {
    /* switch.S and thread.c; interrupts off. */
    uint32_t *stack; /* Saved stack pointer while not running: must stay the first field. */
    enum thread_status status;
    int priority;          /* What counts now: its own, or the highest that was donated. */
    int slice;             /* Ticks left before an equal gets its turn. */
    struct list_elem elem; /* In a run queue while READY, in a list of waiters while BLOCKED. */
    struct list_elem all_elem;
    uint32_t blocked_at;  /* Low 32 bits of timer ticks when it last blocked, for the watchdog. */
    uint32_t switched_at; /* …and when it last began to run. */
    struct cpu_budget *budget; /* Whose time it runs on (budget.h), or NULL. */
    uint64_t cpu; /* Time-stamp counts run; while it runs, less the count it began at. */

    /* Donation (donate.c); interrupts off. */
    int base_priority;      /* Its own. */
    struct lock *wait_lock; /* The lock among whose waiters it is. */
    bool overtaken;         /* It was woken for that lock before, but found it taken. */
    struct list contended;  /* Locks it holds that others wait for, by donor_elem. */

    /* Schedulers; interrupts off. */
    int nice;                  /* sched-mlfqs.c */
    int recent_cpu;            /* …in 17.14 fixed point. */
    struct share_group *group; /* sched-stride.c: whose share it runs on, */
    uint64_t pass;             /* when its turn is, */
    uint64_t charged;          /* and the CPU time that went into `pass` already. */

    /* Sleeps that others may end (waitq.c); interrupts off. */
    bool interrupted;   /* It is to end: no such sleep, no way back to user mode. */
    bool interruptible; /* It sleeps so now. */
    int sleep_result;   /* Why the last such sleep ended. */

    /* The thread itself (others may look with interrupts off). */
    struct wait_reason wait;
    struct lockcheck_thread lockcheck; /* Empty in the release build. */
    uint32_t *pagedir;                 /* Page directory to run on; NULL: whichever is loaded. */
    struct process *process;           /* Owner, if it runs a user program. */
    bool no_faults;                    /* Page faults in fixup copies are not to be resolved. */
    void *user_esp; /* User stack pointer at the last entry from user mode, kept by userprog. */

    /* Constant after creation. */
    tid_t tid;
    void *stack_base; /* What mmu_stack_alloc() gave; NULL for the initial thread. */
    char name[THREAD_NAME_MAX];
    uint32_t magic; /* THREAD_MAGIC */
};

#define THREAD_MAGIC 0x74687264u

/* Life.  thread_init() makes a thread of the code that calls it: interrupts off, before anything
 * else here.  thread_start() makes the idle thread and enables interrupts; needs palloc. */
void thread_init(void);
void thread_start(void);

/* Starts a thread that runs FUNC(AUX) at PRIORITY; its name is cut to 15 characters.  A thread of
 * higher priority runs before this returns.  TID_ERROR if there is no memory.  May sleep. */
typedef void thread_func(void *aux);
tid_t thread_create(const char *name, int priority, thread_func *func, void *aux);

/* Ends the current thread; holds no lock.  Its stack is freed by whoever runs next. */
NO_RETURN void thread_exit(void);

/* thread_block() sleeps until thread_unblock(): interrupts off, not in an interrupt handler.
 * thread_unblock() may be called anywhere, on a blocked thread only.  If T has a higher priority,
 * it runs at once: now, or when interrupts are enabled, or when the interrupt handler returns. */
void thread_block(void);
void thread_unblock(struct thread *t);

/* The same, for callers that have interrupts off. */
void thread_unblock_locked(struct thread *t);

/* Lets the threads of equal (and higher) priority run first. */
void thread_yield(void);

/* Gives the CPU to a ready thread that should have it, without losing the place among equals. */
void thread_preempt(void);

/* Every timer tick, in interrupt context. */
void thread_tick(void);

/* FUNC(T, AUX) for every thread; interrupts off. */
typedef void thread_action_func(struct thread *t, void *aux);
void thread_foreach(thread_action_func *func, void *aux);

/* The current thread's priority: its own, or a higher one that was donated.  Setting it sets its
 * own; when that lowers it, the thread yields if another should run.  No effect under mlfqs, where
 * the scheduler computes priorities. */
int thread_get_priority(void);
void thread_set_priority(int priority);

/* Changes what T's priority counts as, for donation and schedulers; interrupts off. */
void thread_change_priority(struct thread *t, int priority);

/* The 4.4BSD scheduler's values: niceness, and recent CPU use and load average times 100, rounded.
 * The last two are 0 under another scheduler. */
int thread_get_nice(void);
void thread_set_nice(int nice);
int thread_get_recent_cpu(void);
int thread_get_load_avg(void);

/* CPU time that T has used, measured at every switch, in counts of the time-stamp counter and in
 * nanoseconds.  An interrupt's time is the interrupted thread's.  Any context. */
uint64_t thread_cpu_cycles(const struct thread *t);
uint64_t thread_cpu_ns(const struct thread *t);

/* Prints `Thread: N idle ticks, …`. */
void thread_print_stats(void);

extern uint32_t thread_ticks;         /* Ticks since boot, for blocked_at and switched_at. */
extern struct thread *thread_running; /* Read it through thread_current(). */
extern bool thread_preempt_wanted;    /* Set when a ready thread should replace the running one. */
extern bool thread_mlfqs;             /* The scheduler is mlfqs. */

static inline struct thread *thread_current(void)
{
    return *(struct thread *volatile *)&thread_running;
}

/* Is T the idle thread? */
static inline bool thread_is_idle(const struct thread *t)
{
    return t->priority < PRI_MIN;
}

static inline tid_t thread_tid(void)
{
    return thread_current()->tid;
}

static inline const char *thread_name(void)
{
    return thread_current()->name;
}

/* Where a wanted preemption may happen: when interrupts get enabled, and when an external
 * interrupt's handler is done.  Not in an interrupt handler. */
static inline void thread_preempt_point(void)
{
    if (__builtin_expect(*(volatile bool *)&thread_preempt_wanted, 0))
        thread_preempt();
}

/* Brackets a wait, to tell the watchdog more than "waits for a semaphore":
 *     struct wait_reason outer = thread_wait_begin(WAIT_IO, disk, disk->name);
 *     sema_down(&disk->done);
 *     thread_wait_end(outer);
 * Semaphores and conditions keep a reason set outside them; a lock, which has an owner to go on
 * to, replaces it while it waits.  Costs a few stores; set it around the wait only. */
static inline struct wait_reason thread_wait_begin(enum wait_kind kind, const void *object,
                                                   const char *name)
{
    struct thread *t = thread_current();
    struct wait_reason outer = t->wait;
    if (outer.kind == WAIT_NONE || kind == WAIT_LOCK)
        t->wait = (struct wait_reason){kind, object, name};
    return outer;
}

static inline void thread_wait_end(struct wait_reason outer)
{
    thread_current()->wait = outer;
}

#endif
