/* SPDX-License-Identifier: MIT
 * CPU time of groups of threads, measured at every switch, and its limits.
 *
 * A thread's time counts for its budget and for those above it.  Like a thread's own time it is
 * measured when threads are switched, so one that yields just before each tick pays like any other;
 * every tick it is compared with the limits, also for those that do not run then.
 */
#ifndef THREADS_BUDGET_H
#define THREADS_BUDGET_H

#include <list.h>
#include <stdbool.h>
#include <stdint.h>

struct thread;

/* Interrupts off, all of it. */
struct cpu_budget {
    struct cpu_budget *parent; /* NULL: none above. */
    uint64_t used;  /* Time-stamp counts; while a thread of it runs, less the count it began at. */
    uint32_t limit; /* Ticks; 0: none. */
    bool over;      /* It has reached its limit… */
    uint32_t ticks_then;   /* …when it had used so many. */
    struct list_elem elem; /* In the list of those with a limit. */
};

/* Called in the timer interrupt when a budget has reached its limit; and again at each tick at
 * which a thread of it runs all the same. */
extern void (*budget_expired)(struct cpu_budget *);

void budget_init(struct cpu_budget *, struct cpu_budget *parent, uint32_t limit);
/* No thread is in it any more. */
void budget_end(struct cpu_budget *);
/* From now on T's time counts for B (NULL: for none).  A new thread is in its maker's. */
void budget_move(struct thread *t, struct cpu_budget *b);
/* Time-stamp counts spent. */
uint64_t budget_used(const struct cpu_budget *);
/* Is B the budget TOP, or below it? */
bool budget_below(const struct cpu_budget *b, const struct cpu_budget *top);

/* For thread.c, interrupts off: a thread of FROM stops and one of TO begins to run, at count NOW.
 */
void budget_switch(struct cpu_budget *from, struct cpu_budget *to, uint64_t now);
void budget_check_limits(void);

extern unsigned budget_limits; /* How many there are. */
static inline void budget_tick(void)
{
    if (budget_limits != 0)
        budget_check_limits();
}

#endif
