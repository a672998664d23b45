/* SPDX-License-Identifier: MIT
 * The life of a process: see process.h; its beginning is in program.c.
 *
 * process_lock guards the family tree and the list of all processes, and is held for a few
 * instructions; nothing sleeps under it.  A process structure belongs to the process while it runs,
 * and to its parent from when both the process has ended and the parent knows; an orphan frees
 * itself.
 */
#include "userprog/process.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <syscall-abi.h>
#include "devices/timer.h"
#include "filesys/file.h"
#include "threads/cmdline.h"
#include "threads/interrupt.h"
#include "threads/kstat.h"
#include "threads/malloc.h"
#include "userprog/job.h"
#include "userprog/rgroup.h"
#include "userprog/terminal.h"
#include "userprog/uthread.h"
#include "vm/vm.h"

#define PROCESS_MAGIC 0x70726f63u

KSTAT_DEFINE(killed, "process", "killed", "processes", "ended by the kernel or by a signal");
KSTAT_DEFINE(out_of_time, "process", "out_of_time", "processes",
             "ended at their group's CPU budget");

static struct lock process_lock;
static struct process root; /* Parent of what kernel threads start. */
static struct list processes = LIST_INITIALIZER(
    processes);        /* process_lock (and interrupts off, to change it); oldest first. */
static pid_t last_pid; /* process_lock. */

void process_init(void)
{
    lock_init(&process_lock);
    root.magic = PROCESS_MAGIC;
    list_init(&root.children);
    waitq_init(&root.child_ended);
    uthread_init();
    rgroup_init();
    job_init();
    aspace_end_process = process_end_for_memory;
}

struct process *process_or_root(void)
{
    struct process *p = process_current();
    return p != NULL ? p : &root;
}

/* ---- Birth ---------------------------------------------------------------------------------- */

int process_make(struct process **process)
{
    struct rgroup *group = rgroup_current();
    int err = rgroup_add_process(group);
    if (err < 0)
        return err;
    struct process *p = calloc(1, sizeof *p);
    if (p == NULL) {
        rgroup_remove_process(group);
        return -ENOMEM;
    }
    *process = p;
    p->group = rgroup_ref(group);
    p->magic = PROCESS_MAGIC;
    lock_init(&p->lock);
    list_init(&p->threads);
    waitq_init(&p->thread_ended);
    list_init(&p->children);
    waitq_init(&p->child_ended);
    fdtable_init(&p->files);
    mappings_init(&p->mappings);
    return 0;
}

void process_leave_program(struct process *p)
{
    struct aspace *as = p->aspace;
    mappings_destroy(&p->mappings);
    lock_acquire(&process_lock); /* Nobody describes it now. */
    p->aspace = NULL;
    lock_release(&process_lock);
    if (as != NULL) {
        aspace_destroy(as);
        file_close(p->program);
    }
}

static void free_threads(struct process *p)
{
    while (!list_empty(&p->threads))
        uthread_free(list_entry(list_pop_front(&p->threads), struct uthread, elem));
}

static void give_back(struct process *p)
{
    fdtable_destroy(&p->files);
    process_leave_program(p);
    free_threads(p);
}

static void free_process(struct process *p)
{
    rgroup_remove_process(p->group);
    rgroup_unref(p->group);
    p->magic = 0;
    free(p);
}

void process_unmake(struct process *p)
{
    give_back(p);
    free_process(p);
}

static int add_child(struct process *parent, struct process *p)
{
    lock_acquire(&process_lock);
    enum intr_level old = intr_disable();
    bool may = job_may_grow(parent);
    if (may) {
        p->pid = ++last_pid;
        p->parent = parent;
        p->job = p->job_of_children = parent->job_of_children;
        list_push_back(&parent->children, &p->sibling);
        list_push_back(&processes, &p->elem);
    }
    intr_set_level(old);
    lock_release(&process_lock);
    return may ? 0 : -EINTR;
}

/* process_lock held, as for the next. */
static void take_off_lists(struct process *p)
{
    if (p->parent != NULL)
        list_remove(&p->sibling);
    enum intr_level old = intr_disable();
    list_remove(&p->elem);
    intr_set_level(old);
}

pid_t process_start(struct process *p, const struct intr_frame *frame)
{
    struct uthread *u;
    int err = uthread_create(p, frame, &u);
    if (err == 0)
        err = add_child(process_or_root(), p);
    if (err < 0)
        return err;
    pid_t pid = p->pid;
    if (uthread_start(u) == 0)
        return pid;
    lock_acquire(&process_lock);
    take_off_lists(p);
    waitq_wake_all(&p->parent->child_ended); /* Who waits for it already, or for any. */
    lock_release(&process_lock);
    return -ENOMEM;
}

/* ---- Waiting -------------------------------------------------------------------------------- */

/* PARENT's child PID, or for -1 one that has ended or else any.  process_lock held. */
static struct process *find_child(struct process *parent, pid_t pid)
{
    struct process *found = NULL;
    LIST_FOREACH (e, &parent->children) {
        struct process *p = list_entry(e, struct process, sibling);
        if (pid == -1 ? p->ended : p->pid == pid)
            return p;
        if (pid == -1)
            found = p;
    }
    return found;
}

/* Finds the child that has ended and takes it off all lists.  1 and *CHILD; 0 if none has, with
 * interrupts off, so that waiting for it can begin; -ECHILD. */
static int take_ended_child(struct process *parent, pid_t pid, struct process **child)
{
    lock_acquire(&process_lock);
    struct process *p = find_child(parent, pid);
    bool ended = p != NULL && p->ended;
    if (ended)
        take_off_lists(p);
    else
        intr_disable();
    lock_release(&process_lock);
    *child = p;
    return ended ? 1 : p != NULL ? 0 : -ECHILD;
}

static int wait_for_child(pid_t pid, bool wait, struct process **child)
{
    struct process *self = process_or_root();
    int result;
    while ((result = take_ended_child(self, pid, child)) == 0 && wait) {
        int err = job_breaks_wait() ? -EINTR : waitq_sleep(&self->child_ended, "a child's end", 0);
        intr_enable();
        if (err < 0)
            return err;
    }
    intr_enable();
    return result;
}

pid_t process_wait_for(pid_t pid, bool wait, int *status, int *exit_status)
{
    struct process *child;
    int result = wait_for_child(pid, wait, &child);
    if (result <= 0)
        return result;
    *status = W_EXITCODE(child->exit_status, 0);
    if (child->exit_signal != 0)
        *status = child->exit_signal;
    *exit_status = child->exit_status;
    pid = child->pid;
    free_process(child);
    return pid;
}

int process_wait(pid_t pid)
{
    int status, exit_status;
    return pid > 0 && process_wait_for(pid, true, &status, &exit_status) > 0 ? exit_status : -1;
}

/* ---- Death ---------------------------------------------------------------------------------- */

void process_interrupt_threads(struct process *p)
{
    LIST_FOREACH (e, &p->threads) {
        struct thread *t = list_entry(e, struct uthread, elem)->thread;
        if (t != NULL && t != thread_current())
            thread_interrupt(t);
    }
}

/* P ends, and how; unless that is decided already.  Interrupts off. */
static void begin_end(struct process *p, int status, int signal)
{
    if (p->ending)
        return;
    p->ending = true;
    p->exit_status = status;
    p->exit_signal = signal;
    if (signal != 0)
        kstat_inc(&killed);
    process_interrupt_threads(p);
}

/* The same from outside: in any thread, also one of P's. */
static void end_from_outside(struct process *p, int signal)
{
    begin_end(p, -1, signal);
    if (p == process_current())
        thread_interrupt(thread_current());
}

void process_end_out_of_time(struct process *p)
{
    if (!p->ending)
        kstat_inc(&out_of_time);
    end_from_outside(p, SIGXCPU);
}

void process_end_for_memory(struct aspace *as)
{
    enum intr_level old = intr_disable();
    LIST_FOREACH (e, &processes) {
        struct process *p = list_entry(e, struct process, elem);
        if (p->aspace == as)
            end_from_outside(p, SIGKILL);
    }
    intr_set_level(old);
}

void process_end_job(int job, int signal)
{
    LIST_FOREACH (e, &processes) {
        struct process *p = list_entry(e, struct process, elem);
        if (p->job == job)
            end_from_outside(p, signal);
    }
}

static NO_RETURN void end_self(int status, int signal)
{
    struct process *p = process_current();
    ASSERT(p != NULL && p->magic == PROCESS_MAGIC);
    intr_disable();
    begin_end(p, status, signal);
    intr_enable();
    thread_leave();
    NOT_REACHED();
}

void process_exit(int status)
{
    end_self(status, 0);
}

void process_kill_by(int signal)
{
    end_self(-1, signal);
}

void process_kill(void)
{
    process_kill_by(SIGSEGV);
}

/* The children that are still running become orphans; the others' statuses interest nobody now. */
static void abandon_children(struct process *p)
{
    struct list dead;
    list_init(&dead);
    lock_acquire(&process_lock);
    while (!list_empty(&p->children)) {
        struct process *child = list_entry(list_pop_front(&p->children), struct process, sibling);
        child->parent = NULL;
        if (child->ended) {
            take_off_lists(child);
            list_push_back(&dead, &child->sibling);
        }
    }
    lock_release(&process_lock);
    while (!list_empty(&dead))
        free_process(list_entry(list_pop_front(&dead), struct process, sibling));
}

/* Hands P to its parent, if it still has one. */
static void report_end(struct process *p)
{
    lock_acquire(&process_lock);
    struct process *parent = p->parent;
    p->ended = true;
    if (parent != NULL)
        waitq_wake_all(&parent->child_ended);
    else
        take_off_lists(p);
    lock_release(&process_lock);
    if (parent == NULL)
        free_process(p);
}

static bool quiet;

static int option_quiet(const char *value)
{
    quiet = true;
    return value == NULL ? 0 : -EINVAL;
}
CMDLINE_OPTION(quiet, option_quiet,
               "print no `NAME: exit(STATUS)` of programs that exit by themselves");

void process_end(struct process *p)
{
    if (p->exit_signal == SIGXCPU)
        rgroup_print_out_of_time(p->group, p->name);
    if (!quiet || p->exit_status < 0)
        terminal_print_end(p->name, p->exit_status);
    intr_disable();
    job_leave(p);
    intr_enable();
    give_back(p);
    abandon_children(p);
    rgroup_enter(NULL); /* Its group may end now. */
    report_end(p);
}

/* ---- Others' processes ---------------------------------------------------------------------- */

static struct process *find_process(pid_t pid)
{
    LIST_FOREACH (e, &processes) {
        struct process *p = list_entry(e, struct process, elem);
        if (p->pid == pid)
            return p;
    }
    return NULL;
}

int process_signal(pid_t pid, int signal)
{
    lock_acquire(&process_lock);
    struct process *p = find_process(pid);
    bool there = p != NULL && !p->ended;
    if (there && signal != 0) {
        enum intr_level old = intr_disable();
        end_from_outside(p, signal);
        intr_set_level(old);
    }
    lock_release(&process_lock);
    return there ? 0 : -ESRCH;
}

pid_t process_parent(const struct process *p)
{
    lock_acquire(&process_lock);
    pid_t pid = p->parent != NULL ? p->parent->pid : 0;
    lock_release(&process_lock);
    return pid;
}

static enum proc_state thread_state(const struct thread *t)
{
    return t->status == THREAD_RUNNING ? PROC_RUNNING
           : t->status == THREAD_READY ? PROC_READY
                                       : PROC_SLEEPING;
}

/* Of several threads, the state of the most active and the time of all. */
static void describe_threads(struct process *p, struct proc_info *info)
{
    uint64_t ns = p->ended_ns;
    enum intr_level old = intr_disable();
    info->state = p->ended ? PROC_ZOMBIE : PROC_SLEEPING;
    info->threads = p->running;
    LIST_FOREACH (e, &p->threads) {
        const struct thread *t = list_entry(e, struct uthread, elem)->thread;
        if (t == NULL)
            continue;
        if (thread_state(t) < info->state)
            info->state = thread_state(t);
        ns += thread_cpu_ns(t);
    }
    intr_set_level(old);
    info->cpu_ticks = ns / (1000000000 / TIMER_FREQ);
}

int process_describe(unsigned index, struct proc_info *info)
{
    lock_acquire(&process_lock);
    struct list_elem *e = list_begin(&processes);
    while (index > 0 && e != list_end(&processes)) {
        e = list_next(e);
        index--;
    }
    bool there = e != list_end(&processes);
    if (there) {
        struct process *p = list_entry(e, struct process, elem);
        memset(info, 0, sizeof *info);
        info->pid = p->pid;
        info->ppid = p->parent != NULL ? p->parent->pid : 0;
        strlcpy(info->name, p->name, sizeof info->name);
        info->pages = p->aspace != NULL ? aspace_resident(p->aspace) : 0;
        describe_threads(p, info);
    }
    lock_release(&process_lock);
    return there ? 0 : -ENOENT;
}
