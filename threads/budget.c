/* SPDX-License-Identifier: MIT
 * CPU time of groups of threads: see budget.h.
 */
#include "threads/budget.h"
#include <stddef.h>
#include "devices/timer.h"
#include "threads/interrupt.h"
#include "threads/thread.h"

void (*budget_expired)(struct cpu_budget *);

unsigned budget_limits;

static struct list limited = LIST_INITIALIZER(limited);

void budget_init(struct cpu_budget *b, struct cpu_budget *parent, uint32_t limit)
{
    *b = (struct cpu_budget){.parent = parent, .limit = limit};
    enum intr_level old = intr_disable();
    if (limit != 0) {
        list_push_back(&limited, &b->elem);
        budget_limits++;
    }
    intr_set_level(old);
}

void budget_end(struct cpu_budget *b)
{
    enum intr_level old = intr_disable();
    if (b->limit != 0) {
        list_remove(&b->elem);
        budget_limits--;
    }
    intr_set_level(old);
}

bool budget_below(const struct cpu_budget *b, const struct cpu_budget *top)
{
    while (b != NULL && b != top)
        b = b->parent;
    return b == top;
}

void budget_switch(struct cpu_budget *from, struct cpu_budget *to, uint64_t now)
{
    for (; from != NULL; from = from->parent)
        from->used += now;
    for (; to != NULL; to = to->parent)
        to->used -= now;
}

void budget_move(struct thread *t, struct cpu_budget *b)
{
    enum intr_level old = intr_disable();
    if (t == thread_current())
        budget_switch(t->budget, b, timer_cycles());
    t->budget = b;
    intr_set_level(old);
}

static bool is_running(const struct cpu_budget *b)
{
    return budget_below(thread_current()->budget, b);
}

uint64_t budget_used(const struct cpu_budget *b)
{
    enum intr_level old = intr_disable();
    uint64_t used = b->used + (is_running(b) ? timer_cycles() : 0);
    intr_set_level(old);
    return used;
}

/* What B had used when the tick of this interrupt was due.  Ticks may be handled late, but are due
 * evenly: from one to the next no budget is passed by a whole tick. */
static uint32_t ticks_when_due(const struct cpu_budget *b, uint64_t used)
{
    uint64_t ns = timer_cycles_to_ns(used);
    uint64_t late = is_running(b) ? timer_tick_late_us() * UINT64_C(1000) : 0;
    return ns > late ? (ns - late) / (1000000000 / TIMER_FREQ) : 0;
}

static void expire(struct cpu_budget *b, uint32_t ticks)
{
    if (!b->over)
        b->ticks_then = ticks;
    b->over = true;
    budget_expired(b);
}

static void check_limit(struct cpu_budget *b)
{
    uint64_t used = budget_used(b);
    /* The exact time is read from the timer chip, which takes long: only when it is close. */
    if ((b->over && !is_running(b)) || !timer_cycles_reach(used, b->limit - 1))
        return;
    uint32_t ticks = ticks_when_due(b, used);
    if (ticks >= b->limit)
        expire(b, ticks);
}

void budget_check_limits(void)
{
    LIST_FOREACH (e, &limited)
        check_limit(list_entry(e, struct cpu_budget, elem));
}
