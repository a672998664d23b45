/* SPDX-License-Identifier: MIT
 * How a process comes to its program: by a command line, as a copy of its parent, in place of
 * another.
 */
#include "userprog/process.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "filesys/file.h"
#include "threads/interrupt.h"
#include "threads/kstat.h"
#include "threads/malloc.h"
#include "threads/mmu.h"
#include "userprog/args.h"
#include "userprog/load.h"
#include "userprog/rgroup.h"
#include "userprog/uthread.h"
#include "vm/vm.h"

KSTAT_DEFINE(started, "process", "started", "processes", "programs loaded and started");
KSTAT_DEFINE(forks, "process", "forks", "processes", "copies made by fork");
KSTAT_DEFINE(not_loaded, "process", "not_loaded", "programs", "executions refused at load");

/* P's program is PROGRAM from now on. */
static void adopt(struct process *p, const struct loaded_program *program, const char *name)
{
    strlcpy(p->name, name, sizeof p->name);
    p->aspace = program->aspace;
    aspace_set_name(p->aspace, p->name);
    /* It was made in the group of that moment, from which another thread may have moved P. */
    page_group_move(p->aspace, rgroup_pages(p->group));
    p->program = program->file;
    p->heap_start = program->end;
    p->heap_size = 0;
}

/* ---- By a command line ---------------------------------------------------------------------- */

static int load(struct process *p, const char *cmdline, struct intr_frame *frame)
{
    struct loaded_program loaded;
    char name[PROCESS_NAME_MAX];
    int err = load_program(cmdline, &loaded);
    if (err < 0) {
        kstat_inc(&not_loaded);
        return err;
    }
    args_program_name(cmdline, name, sizeof name);
    adopt(p, &loaded, name);
    *frame = uthread_frame(loaded.entry, loaded.stack_pointer);
    return 0;
}

static pid_t load_and_start(struct process *p, const char *cmdline)
{
    struct intr_frame frame;
    pid_t pid = load(p, cmdline, &frame);
    if (pid < 0)
        return pid;
    pid = process_start(p, &frame);
    if (pid == -ENOMEM)
        printf("load: %s: no memory for a thread\n", p->name);
    else if (pid > 0)
        kstat_inc(&started);
    return pid;
}

pid_t process_execute(const char *cmdline)
{
    if (strlen(cmdline) > ARGS_LINE_MAX)
        return -E2BIG;
    struct process *p;
    int err = process_make(&p);
    if (err < 0) {
        printf(err == -EAGAIN ? "load: the group has as many processes as it may\n"
                              : "load: no memory for another process\n");
        return err;
    }
    pid_t pid = load_and_start(p, cmdline);
    if (pid < 0)
        process_unmake(p);
    return pid;
}

/* ---- As a copy ------------------------------------------------------------------------------ */

/* What CHILD has of its parent's, but for the descriptors. */
static int copy_memory(struct process *parent, struct process *child)
{
    lock_acquire(&parent->lock);
    child->heap_start = parent->heap_start;
    child->heap_size = parent->heap_size;
    int err = mappings_copy(&child->mappings, &parent->mappings);
    if (err == 0)
        err = aspace_fork(parent->aspace, &child->aspace);
    if (err == 0) /* Another thread may have set limits meanwhile. */
        page_group_move(child->aspace, rgroup_pages(child->group));
    lock_release(&parent->lock);
    return err;
}

static int copy(struct process *parent, struct process *child)
{
    strlcpy(child->name, parent->name, sizeof child->name);
    child->program = file_reopen(parent->program);
    if (child->program == NULL)
        return -ENOMEM;
    file_deny_write(child->program);
    int err = copy_memory(parent, child);
    if (err < 0) {
        file_close(child->program);
        return err;
    }
    aspace_set_name(child->aspace, child->name);
    return fdtable_copy(&child->files, &parent->files);
}

pid_t process_fork(void)
{
    struct process *child;
    int err = process_make(&child);
    if (err < 0)
        return err;
    struct intr_frame frame = *uthread_user_frame();
    frame.eax = 0;
    pid_t pid = copy(process_current(), child);
    if (pid == 0)
        pid = process_start(child, &frame);
    if (pid < 0)
        process_unmake(child);
    else
        kstat_inc(&forks);
    return pid;
}

/* ---- In place of another -------------------------------------------------------------------- */

/* The caller is P's only thread. */
static void replace_program(struct process *p, const struct loaded_program *program,
                            const char *name)
{
    struct thread *t = thread_current();
    t->pagedir = NULL;
    mmu_pagedir_activate(NULL);
    process_leave_program(p);
    mappings_init(&p->mappings);
    adopt(p, program, name);
    strlcpy(t->name, p->name, sizeof t->name);
    t->pagedir = aspace_pagedir(p->aspace);
    mmu_pagedir_activate(t->pagedir);
}

int process_exec(struct program_args *args)
{
    struct loaded_program loaded;
    int err = load_program_args(args, &loaded);
    if (err < 0) {
        kstat_inc(&not_loaded);
        return err;
    }
    err = uthread_end_others();
    if (err < 0) {
        aspace_destroy(loaded.aspace);
        file_close(loaded.file);
        return err;
    }
    const char *slash = strrchr(args->name, '/');
    replace_program(process_current(), &loaded, slash != NULL ? slash + 1 : args->name);
    free(args);
    struct intr_frame frame = uthread_frame(loaded.entry, loaded.stack_pointer);
    if (thread_current()->interrupted)
        thread_leave();
    uthread_enter(&frame);
}
