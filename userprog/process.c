/* SPDX-License-Identifier: MIT
 * The life of a process: see process.h.
 *
 * process_lock guards the family tree alone and is held for a few instructions; nothing sleeps
 * under it.  A process structure belongs to the process while it runs, and to its parent from when
 * both the process has ended and the parent knows; an orphan frees itself.
 */
#include "userprog/process.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "filesys/file.h"
#include "threads/cmdline.h"
#include "threads/flags.h"
#include "threads/gdt.h"
#include "threads/interrupt.h"
#include "threads/kstat.h"
#include "threads/malloc.h"
#include "threads/mmu.h"
#include "userprog/args.h"
#include "userprog/load.h"
#include "vm/vm.h"

#define PROCESS_MAGIC 0x70726f63u

KSTAT_DEFINE(started, "process", "started", "processes", "programs loaded and started");
KSTAT_DEFINE(killed, "process", "killed", "processes", "ended by the kernel for what they did");
KSTAT_DEFINE(not_loaded, "process", "not_loaded", "programs", "executions refused at load");

static struct lock process_lock;
static struct process root; /* Parent of what kernel threads start. */
static pid_t last_pid;      /* process_lock. */

void process_init(void)
{
    lock_init(&process_lock);
    root.magic = PROCESS_MAGIC;
    list_init(&root.children);
}

static struct process *self_or_root(void)
{
    struct process *p = process_current();
    return p != NULL ? p : &root;
}

/* ---- Birth ------------------------------------------------------------------------------------
 */

/* First code of a process's thread: enters user mode by the way out of an interrupt that never was.
 */
static void run_program(void *process)
{
    struct process *p = process;
    struct thread *t = thread_current();
    ASSERT(p->magic == PROCESS_MAGIC);
    t->process = p;
    t->pagedir = aspace_pagedir(p->aspace);
    mmu_pagedir_activate(t->pagedir);

    struct intr_frame frame = {
        .gs = SEL_UDSEG,
        .fs = SEL_UDSEG,
        .es = SEL_UDSEG,
        .ds = SEL_UDSEG,
        .eip = (void (*)(void))p->entry,
        .cs = SEL_UCSEG,
        .eflags = FLAG_IF | FLAG_MBS,
        .esp = (void *)p->stack_pointer,
        .ss = SEL_UDSEG,
    };
    __asm__ volatile("movl %0, %%esp; jmp intr_exit" : : "r"(&frame) : "memory");
    __builtin_unreachable();
}

static struct process *make(const char *cmdline)
{
    struct process *p = calloc(1, sizeof *p);
    if (p == NULL) {
        printf("load: no memory for another process\n");
        return NULL;
    }
    p->magic = PROCESS_MAGIC;
    args_program_name(cmdline, p->name, sizeof p->name);
    fdtable_init(&p->files);
    mappings_init(&p->mappings);
    list_init(&p->children);
    sema_init(&p->has_ended, 0);
    return p;
}

static int load(struct process *p, const char *cmdline)
{
    struct loaded_program loaded;
    int err = load_program(cmdline, &loaded);
    if (err < 0) {
        kstat_inc(&not_loaded);
        return err;
    }
    p->aspace = loaded.aspace;
    aspace_set_name(p->aspace, p->name);
    p->program = loaded.file;
    p->entry = loaded.entry;
    p->stack_pointer = loaded.stack_pointer;
    return 0;
}

static void add_child(struct process *parent, struct process *p)
{
    lock_acquire(&process_lock);
    p->pid = ++last_pid;
    p->parent = parent;
    list_push_back(&parent->children, &p->sibling);
    lock_release(&process_lock);
}

static void remove_child(struct process *p)
{
    lock_acquire(&process_lock);
    list_remove(&p->sibling);
    lock_release(&process_lock);
}

static void free_process(struct process *p)
{
    p->magic = 0;
    free(p);
}

static void give_back(struct process *p)
{
    fdtable_destroy(&p->files);
    mappings_destroy(&p->mappings);
    if (p->aspace != NULL) {
        struct aspace *as = p->aspace;
        p->aspace = NULL;
        aspace_destroy(as);
        file_close(p->program);
    }
}

static void unmake(struct process *p)
{
    give_back(p);
    free_process(p);
}

/* Makes P a child of the caller and lets it run; from then on it may be gone any time. */
static pid_t start(struct process *p)
{
    add_child(self_or_root(), p);
    pid_t pid = p->pid;
    if (thread_create(p->name, PRI_DEFAULT, run_program, p) == TID_ERROR) {
        printf("load: %s: no memory for a thread\n", p->name);
        remove_child(p);
        return -ENOMEM;
    }
    kstat_inc(&started);
    return pid;
}

pid_t process_execute(const char *cmdline)
{
    if (strlen(cmdline) > ARGS_LINE_MAX)
        return -E2BIG;
    struct process *p = make(cmdline);
    if (p == NULL)
        return -ENOMEM;
    pid_t pid = load(p, cmdline);
    if (pid == 0)
        pid = start(p);
    if (pid < 0)
        unmake(p);
    return pid;
}

/* ---- Waiting ----------------------------------------------------------------------------------
 */

static struct process *find_child(struct process *parent, pid_t pid)
{
    for (struct list_elem *e = list_begin(&parent->children); e != list_end(&parent->children);
         e = list_next(e)) {
        struct process *p = list_entry(e, struct process, sibling);
        if (p->pid == pid)
            return p;
    }
    return NULL;
}

int process_wait(pid_t pid)
{
    lock_acquire(&process_lock);
    struct process *p = find_child(self_or_root(), pid);
    lock_release(&process_lock);
    if (p == NULL)
        return -1;

    /* Only the caller can remove it from its children, so it stays. */
    sema_down(&p->has_ended);
    remove_child(p);
    int status = p->exit_status;
    free_process(p);
    return status;
}

/* ---- Death ------------------------------------------------------------------------------------
 */

/* The children that are still running become orphans; the others' statuses interest nobody now. */
static void abandon_children(struct process *p)
{
    struct list dead;
    list_init(&dead);
    lock_acquire(&process_lock);
    while (!list_empty(&p->children)) {
        struct process *child = list_entry(list_pop_front(&p->children), struct process, sibling);
        child->parent = NULL;
        if (child->ended)
            list_push_back(&dead, &child->sibling);
    }
    lock_release(&process_lock);
    while (!list_empty(&dead))
        free_process(list_entry(list_pop_front(&dead), struct process, sibling));
}

/* Hands P to its parent, if it still has one. */
static void report_end(struct process *p, int status)
{
    lock_acquire(&process_lock);
    bool orphan = p->parent == NULL;
    p->ended = true;
    p->exit_status = status;
    if (!orphan)
        sema_up(&p->has_ended);
    lock_release(&process_lock);
    if (orphan)
        free_process(p);
}

void process_exit(int status)
{
    struct thread *t = thread_current();
    struct process *p = t->process;
    ASSERT(p != NULL && p->magic == PROCESS_MAGIC);
    printf("%s: exit(%d)\n", p->name, status);

    /* From here on no page of its own can be reached, so none can be asked for either. */
    t->pagedir = NULL;
    mmu_pagedir_activate(NULL);
    give_back(p);
    abandon_children(p);
    t->process = NULL;
    report_end(p, status);
    thread_exit();
}

void process_kill(void)
{
    kstat_inc(&killed);
    process_exit(-1);
}

/* ---- The action "run" -------------------------------------------------------------------------
 */

static int run_action(char **argv)
{
    printf("Executing '%s':\n", argv[1]);
    pid_t pid = process_execute(argv[1]);
    int status = pid < 0 ? -1 : process_wait(pid);
    printf("Execution of '%s' complete.\n", argv[1]);
    return status;
}

CMDLINE_ACTION("run", 1, run_action, "'PROGRAM ARGUMENT...': run a user program");
