/* SPDX-License-Identifier: MIT
 * Resource groups: what a process and its descendants may use together.
 *
 * limit_set() puts the calling process into a new group below its own; processes that it then makes
 * are in that group too, also over fork and exec.  Whatever a group uses counts for all groups
 * above it, so that no limit can be left by making another group.  The rest is done where the
 * resources are: pages in vm/group.h, CPU time in threads/budget.h, shares of the CPU in
 * threads/share.h.
 *
 * Processes count until their parent has waited for them; a process's threads beyond its first
 * count like processes.  Open files are descriptions (ofile.h) and count for the group that opened
 * them, however many descriptors they have.
 *
 * Groups right below the root have equal shares of the CPU (-sched=stride); those further below
 * share with the group above.
 */
#ifndef USERPROG_RGROUP_H
#define USERPROG_RGROUP_H

#include <stdbool.h>
#include <stdint.h>
#include <syscall-abi.h>
#include "threads/budget.h"
#include "threads/share.h"
#include "vm/group.h"

struct process;

struct rgroup {
    /* Constant. */
    struct rgroup *parent; /* NULL: the root. */
    struct limits limits;
    struct share_group *share;
    unsigned depth; /* Groups above it. */

    /* Interrupts off. */
    unsigned refs; /* Processes, open files, groups below. */
    uint32_t processes, open_files;

    /* Theirs who are named there. */
    struct page_group pages;
    struct cpu_budget cpu;
    struct share_group own_share;
};

/* For process_init(). */
void rgroup_init(void);

/* The running process's group; the root's for a kernel thread. */
struct rgroup *rgroup_current(void);

struct rgroup *rgroup_ref(struct rgroup *);
/* The last one frees it; sleeps. */
void rgroup_unref(struct rgroup *);

/* Counts a process or a further thread, or an open file, in G and above.  0, or -EAGAIN or -EMFILE:
 * at a limit. */
int rgroup_add_process(struct rgroup *);
void rgroup_remove_process(struct rgroup *);
int rgroup_add_file(struct rgroup *);
void rgroup_remove_file(struct rgroup *);

/* What address spaces of G are charged to. */
struct page_group *rgroup_pages(struct rgroup *);
/* The running thread runs on G's time and share, NULL: on nobody's. */
void rgroup_enter(struct rgroup *);
/* Has G, or one above it, used up its CPU time? */
bool rgroup_out_of_time(const struct rgroup *);
/* Prints that, for the process NAME. */
void rgroup_print_out_of_time(const struct rgroup *, const char *name);

/* limit_set() and limit_get() for the running process. */
int rgroup_set_limits(const struct limits *);
void rgroup_get_limits(struct limits *limits, struct limits *used);

#endif
