/* SPDX-License-Identifier: MIT
 * Resource groups: see rgroup.h.
 */
#include "userprog/rgroup.h"

#include <errno.h>
#include <stdio.h>
#include "devices/timer.h"
#include "threads/interrupt.h"
#include "threads/kstat.h"
#include "threads/malloc.h"
#include "threads/palloc.h"
#include "userprog/process.h"
#include "userprog/uthread.h"
#include "vm/vm.h"

KSTAT_DEFINE(groups, "group", "groups", "groups", "groups made by limit_set");
KSTAT_DEFINE(no_process, "group", "processes_refused", "processes", "refused at a group's limit");
KSTAT_DEFINE(no_file, "group", "files_refused", "files", "refused at a group's limit");

static struct rgroup root = {.refs = 1};

struct rgroup *rgroup_current(void)
{
    struct process *p = process_current();
    return p != NULL ? p->group : &root;
}

struct rgroup *rgroup_ref(struct rgroup *g)
{
    enum intr_level old = intr_disable();
    g->refs++;
    intr_set_level(old);
    return g;
}

void rgroup_unref(struct rgroup *g)
{
    enum intr_level old = intr_disable();
    unsigned left = --g->refs;
    intr_set_level(old);
    if (left > 0)
        return;
    struct rgroup *parent = g->parent;
    budget_end(&g->cpu);
    page_group_destroy(&g->pages);
    free(g);
    rgroup_unref(parent);
}

struct page_group *rgroup_pages(struct rgroup *g)
{
    return g != &root ? &g->pages : NULL;
}

static struct cpu_budget *budget_of(struct rgroup *g)
{
    return g != &root ? &g->cpu : NULL;
}

/* ---- Counting ---------------------------------------------------------------------------------
 */

static bool below(uint32_t used, uint32_t limit)
{
    return limit == 0 || used < limit;
}

static int refuse(enum intr_level old, struct kstat *counter, int err)
{
    kstat_inc(counter);
    intr_set_level(old);
    return err;
}

int rgroup_add_process(struct rgroup *group)
{
    enum intr_level old = intr_disable();
    for (struct rgroup *g = group; g != NULL; g = g->parent)
        if (!below(g->processes, g->limits.processes))
            return refuse(old, &no_process, -EAGAIN);
    for (struct rgroup *g = group; g != NULL; g = g->parent)
        g->processes++;
    intr_set_level(old);
    return 0;
}

void rgroup_remove_process(struct rgroup *g)
{
    enum intr_level old = intr_disable();
    for (; g != NULL; g = g->parent)
        g->processes--;
    intr_set_level(old);
}

int rgroup_add_file(struct rgroup *group)
{
    enum intr_level old = intr_disable();
    for (struct rgroup *g = group; g != NULL; g = g->parent)
        if (!below(g->open_files, g->limits.open_files))
            return refuse(old, &no_file, -EMFILE);
    for (struct rgroup *g = group; g != NULL; g = g->parent)
        g->open_files++;
    intr_set_level(old);
    return 0;
}

void rgroup_remove_file(struct rgroup *g)
{
    enum intr_level old = intr_disable();
    for (; g != NULL; g = g->parent)
        g->open_files--;
    intr_set_level(old);
}

/* ---- CPU time ---------------------------------------------------------------------------------
 */

static uint32_t to_ticks(uint64_t cycles)
{
    return timer_cycles_to_ns(cycles) / (1000000000 / TIMER_FREQ);
}

static void move_thread(struct thread *t, struct rgroup *g)
{
    budget_move(t, budget_of(g));
    share_group_move(t, g->share);
}

void rgroup_enter(struct rgroup *g)
{
    move_thread(thread_current(), g != NULL ? g : &root);
}

bool rgroup_out_of_time(const struct rgroup *g)
{
    while (g != NULL && !g->cpu.over)
        g = g->parent;
    return g != NULL;
}

void rgroup_print_out_of_time(const struct rgroup *g, const char *name)
{
    while (g != NULL && !g->cpu.over)
        g = g->parent;
    if (g != NULL)
        printf("%s: killed: its group has used its CPU time (%u of %u ticks)\n", name,
               (unsigned)g->cpu.ticks_then, (unsigned)g->limits.cpu_ticks);
}

static void end_if_below(struct thread *t, void *budget)
{
    if (t->process != NULL && t->budget != NULL && budget_below(t->budget, budget))
        process_end_out_of_time(t->process);
}

/* In the timer interrupt. */
static void expired(struct cpu_budget *b)
{
    thread_foreach(end_if_below, b);
}

void rgroup_init(void)
{
    root.share = &share_kernel;
    budget_expired = expired;
}

/* ---- System calls -----------------------------------------------------------------------------
 */

/* Every charge goes up to the root, so that is not to be far. */
#define DEPTH_MAX 16

static size_t page_limit(uint32_t limit)
{
    return limit != 0 ? limit : PAGE_GROUP_UNLIMITED;
}

/* Who gave back more than that could not run one instruction. */
static size_t high_limit(uint32_t limit)
{
    return page_limit(limit != 0 && limit < PAGE_GROUP_MIN ? PAGE_GROUP_MIN : limit);
}

/* A group below PARENT, with one reference, or NULL. */
static struct rgroup *create(struct rgroup *parent, const struct limits *limits)
{
    struct rgroup *g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    g->parent = rgroup_ref(parent);
    g->depth = parent->depth + 1;
    g->limits = *limits;
    g->refs = 1;
    page_group_init(&g->pages, rgroup_pages(parent), page_limit(limits->pages_max),
                    high_limit(limits->pages_high));
    budget_init(&g->cpu, budget_of(parent), limits->cpu_ticks);
    share_group_init(&g->own_share, SHARE_TICKETS);
    g->share = parent == &root ? &g->own_share : parent->share;
    kstat_inc(&groups);
    return g;
}

/* P's count and its threads move to G, which is below its group. */
static void move_process(struct process *p, struct rgroup *g)
{
    enum intr_level old = intr_disable();
    p->group = g;
    g->processes = 0;
    LIST_FOREACH (e, &p->threads) {
        struct uthread *u = list_entry(e, struct uthread, elem);
        g->processes += u->tid != UTHREAD_FIRST;
        if (u->thread != NULL)
            move_thread(u->thread, g);
    }
    g->processes++;
    intr_set_level(old);
}

int rgroup_set_limits(const struct limits *limits)
{
    struct process *p = process_current();
    if (limits->pages_max != 0 && limits->pages_max < PAGE_GROUP_MIN)
        return -EINVAL;
    lock_acquire(&p->lock);
    struct rgroup *old = p->group, *g = NULL;
    int err = old->depth < DEPTH_MAX ? 0 : -EAGAIN;
    if (err == 0 && (g = create(old, limits)) == NULL)
        err = -ENOMEM;
    if (err == 0) {
        move_process(p, g);
        page_group_move(p->aspace, rgroup_pages(g));
    }
    lock_release(&p->lock);
    if (err == 0)
        rgroup_unref(old);
    return err;
}

void rgroup_get_limits(struct limits *limits, struct limits *used)
{
    struct rgroup *g = rgroup_current();
    bool is_root = g == &root;
    *limits = g->limits;
    *used = (struct limits){
        .processes = g->processes,
        .open_files = g->open_files,
        .cpu_ticks = is_root ? timer_ticks() : to_ticks(budget_used(&g->cpu)),
        .pages_max = is_root ? palloc_count(PAGE_USER) : g->pages.peak,
        .pages_high = is_root ? palloc_count(PAGE_USER) : g->pages.resident,
    };
}
