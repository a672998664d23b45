/* SPDX-License-Identifier: MIT
 * All processes at once, for ps and top.
 */
#include "examples/lib/procs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a_, const void *b_)
{
    const struct proc_info *a = a_, *b = b_;
    return a->pid < b->pid ? -1 : a->pid > b->pid;
}

int procs_read(struct proc_info procs[PROCS_MAX])
{
    int n = 0, error = 0;
    while (n < PROCS_MAX && (error = proc_info(n, &procs[n])) == 0)
        n++;
    if (error < 0 && error != -ENOENT)
        return error;
    qsort(procs, n, sizeof *procs, compare);
    return n;
}

void procs_print_heading(void)
{
    printf("%5s %5s %-8s %7s %6s %6s %s\n", "PID", "PPID", "STATE", "THREADS", "PAGES", "TICKS",
           "NAME");
}

void procs_print(const struct proc_info *proc, unsigned cpu)
{
    static const char *const states[] = {[PROC_RUNNING] = "running",
                                         [PROC_READY] = "ready",
                                         [PROC_SLEEPING] = "sleeping",
                                         [PROC_ZOMBIE] = "zombie"};
    printf("%5d %5d %-8s %7u %6u %6u %s\n", (int)proc->pid, (int)proc->ppid,
           proc->state <= PROC_ZOMBIE ? states[proc->state] : "?", (unsigned)proc->threads,
           (unsigned)proc->pages, cpu, proc->name);
}
