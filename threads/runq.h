/* SPDX-License-Identifier: MIT
 * The run queue by priority, which the schedulers prio and mlfqs share: as struct sched_ops has
 * these functions.
 */
#ifndef THREADS_RUNQ_H
#define THREADS_RUNQ_H

#include <stdbool.h>

struct thread;

void runq_init(void);
bool runq_enqueue(struct thread *t, bool at_head);
void runq_dequeue(struct thread *t);
struct thread *runq_pick(void);
bool runq_preempts(const struct thread *t);
bool runq_tick(struct thread *t);

#endif
