/* SPDX-License-Identifier: MIT
 * All processes at once, for ps and top.
 */
#ifndef EXAMPLES_LIB_PROCS_H
#define EXAMPLES_LIB_PROCS_H

#include <resource.h>

#define PROCS_MAX 256

/* Reads up to PROCS_MAX processes, in the order of their pids.  How many, or a negative errno. */
int procs_read(struct proc_info procs[PROCS_MAX]);

/* Prints the heading, or the line of one process; CPU is what to show as its ticks. */
void procs_print_heading(void);
void procs_print(const struct proc_info *proc, unsigned cpu);

#endif
