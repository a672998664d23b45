/* SPDX-License-Identifier: MIT
 * The threads of a process: see uthread.h.
 */
#include "userprog/uthread.h"

#include <errno.h>
#include <stddef.h>
#include "threads/gdt.h"
#include "threads/malloc.h"
#include "threads/mmu.h"
#include "threads/waitq.h"
#include "userprog/process.h"
#include "userprog/rgroup.h"
#include "vm/vm.h"

/* ---- Into user mode ------------------------------------------------------------------------- */

struct intr_frame uthread_frame(uintptr_t entry, uintptr_t esp)
{
    return (struct intr_frame){
        .gs = SEL_UDSEG,
        .fs = SEL_UDSEG,
        .es = SEL_UDSEG,
        .ds = SEL_UDSEG,
        .eip = (void (*)(void))entry,
        .cs = SEL_UCSEG,
        .eflags = FLAG_IF | FLAG_MBS,
        .esp = (void *)esp,
        .ss = SEL_UDSEG,
    };
}

/* By the way out of an interrupt that never was. */
void uthread_enter(const struct intr_frame *start)
{
    struct intr_frame frame = *start;
    __asm__ volatile("movl %0, %%esp; jmp intr_exit" : : "r"(&frame) : "memory");
    __builtin_unreachable();
}

struct intr_frame *uthread_user_frame(void)
{
    struct intr_frame *frame = (struct intr_frame *)thread_current() - 1;
    ASSERT((frame->cs & 3) == 3);
    return frame;
}

/* ---- Birth ---------------------------------------------------------------------------------- */

/* Makes U known, and counts it where its process's group is now. */
static int enlist(struct uthread *u)
{
    struct process *p = u->process;
    enum intr_level old = intr_disable();
    int err = p->last_tid >= UTHREAD_FIRST ? rgroup_add_process(p->group) : 0;
    if (err == 0) {
        u->tid = ++p->last_tid;
        p->running++;
        list_push_back(&p->threads, &u->elem);
    }
    intr_set_level(old);
    return err;
}

int uthread_create(struct process *p, const struct intr_frame *start, struct uthread **result)
{
    struct uthread *u = calloc(1, sizeof *u);
    if (u == NULL)
        return -ENOMEM;
    u->process = p;
    u->start = *start;
    int err = enlist(u);
    if (err < 0)
        free(u);
    *result = u;
    return err;
}

void uthread_free(struct uthread *u)
{
    if (u != NULL && u->tid != UTHREAD_FIRST)
        rgroup_remove_process(u->process->group);
    free(u);
}

/* First code of the kernel thread.  It may have been interrupted before it was there. */
static void run(void *uthread)
{
    struct uthread *u = uthread;
    struct process *p = u->process;
    struct thread *t = thread_current();
    enum intr_level old = intr_disable();
    u->thread = t;
    t->process = p;
    t->pagedir = aspace_pagedir(p->aspace);
    mmu_pagedir_activate(t->pagedir);
    t->interrupted = p->ending || p->successor != NULL;
    rgroup_enter(p->group);
    intr_set_level(old);
    if (rgroup_out_of_time(p->group))
        process_kill_by(SIGXCPU);
    if (t->interrupted)
        thread_leave();
    uthread_enter(&u->start);
}

/* Takes U's record out. */
static void forget(struct uthread *u)
{
    enum intr_level old = intr_disable();
    list_remove(&u->elem);
    intr_set_level(old);
    uthread_free(u);
}

int uthread_start(struct uthread *u)
{
    struct process *p = u->process;
    if (thread_create(p->name, PRI_DEFAULT, run, u) != TID_ERROR)
        return 0;
    intr_disable();
    p->running--;
    waitq_wake_all(&p->thread_ended);
    intr_enable();
    forget(u);
    return -ENOMEM;
}

/* ---- Joining -------------------------------------------------------------------------------- */

/* Interrupts off, as for the next. */
static struct uthread *find(struct process *p, int tid)
{
    LIST_FOREACH (e, &p->threads) {
        struct uthread *u = list_entry(e, struct uthread, elem);
        if (u->tid == tid && !u->joined)
            return u;
    }
    return NULL;
}

static struct uthread *self(struct process *p)
{
    LIST_FOREACH (e, &p->threads) {
        struct uthread *u = list_entry(e, struct uthread, elem);
        if (u->thread == thread_current())
            return u;
    }
    NOT_REACHED();
}

/* Waits for U, which is found as joined by nobody else meanwhile. */
static int wait_for(struct process *p, struct uthread *u)
{
    int err = 0;
    u->joined = true;
    while (!u->ended && err == 0)
        err = waitq_sleep(&p->thread_ended, "a thread's end", 0);
    u->joined = false;
    return err;
}

int uthread_join(int tid, int *status)
{
    struct process *p = process_current();
    struct uthread *gone = NULL;
    enum intr_level old = intr_disable();
    struct uthread *u = find(p, tid);
    int err = u == NULL ? -ESRCH : u->thread == thread_current() ? -EDEADLK : wait_for(p, u);
    if (err == 0) {
        *status = u->status;
        list_remove(&u->elem);
        gone = u;
    }
    intr_set_level(old);
    uthread_free(gone);
    return err;
}

/* ---- Death ---------------------------------------------------------------------------------- */

/* From here on no page of the process's own can be reached, so none can be asked for either; and
 * with the last decrement the process is the last thread's. */
static NO_RETURN void leave(int status)
{
    struct thread *t = thread_current();
    struct process *p = t->process;
    intr_disable();
    t->pagedir = NULL;
    mmu_pagedir_activate(NULL);
    struct uthread *u = self(p);
    u->thread = NULL;
    u->ended = true;
    u->status = status;
    p->ended_ns += thread_cpu_ns(t);
    t->process = NULL;
    bool last = --p->running == 0;
    if (!last)
        rgroup_enter(NULL); /* The group may end as soon as the last one does. */
    waitq_wake_all(&p->thread_ended);
    intr_enable();
    if (last)
        process_end(p);
    thread_exit();
}

static void leave_interrupted(void)
{
    intr_enable();
    leave(-1);
}

void uthread_exit(int status)
{
    struct process *p = process_current();
    intr_disable();
    if (p->running == 1 && !p->ending) {
        p->ending = true;
        p->exit_status = status;
    }
    leave(status);
}

/* Makes them leave and waits until they have.  Interrupts off. */
static int wait_until_alone(struct process *p)
{
    int err = 0;
    p->successor = thread_current();
    process_interrupt_threads(p);
    while (p->running > 1 && err == 0)
        err = waitq_sleep(&p->thread_ended, "other threads' ends", 0);
    p->successor = NULL;
    return err;
}

/* What is left of those that nobody joined.  The caller is the only thread that is left. */
static void forget_ended(struct process *p)
{
    struct list_elem *e = list_begin(&p->threads), *next;
    for (; e != list_end(&p->threads); e = next) {
        struct uthread *u = list_entry(e, struct uthread, elem);
        next = list_next(e);
        if (u->ended)
            forget(u);
    }
}

int uthread_end_others(void)
{
    struct process *p = process_current();
    enum intr_level old = intr_disable();
    int err = thread_current()->interrupted ? -EINTR : wait_until_alone(p);
    intr_set_level(old);
    if (err == 0)
        forget_ended(p);
    return err;
}

void uthread_init(void)
{
    thread_leave = leave_interrupted;
}
