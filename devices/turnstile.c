/* SPDX-License-Identifier: MIT
 * Turns at a device, first come first served. */
#include "devices/turnstile.h"

#include "threads/interrupt.h"
#include "threads/synch.h"

/* A thread that waits for its turn, on its stack. */
struct waiter {
    struct list_elem elem;
    struct semaphore mine;
};

void turnstile_init(struct turnstile *t, const char *name)
{
    t->name = name;
    t->in_use = false;
    list_init(&t->waiting);
}

/* Sleeps until turnstile_leave() hands the device on; it stays in use in between. */
static void wait_turn(struct turnstile *t, struct waiter *self)
{
    struct wait_reason outer = thread_wait_begin(WAIT_IO, t, t->name);
    sema_down(&self->mine);
    thread_wait_end(outer);
}

void turnstile_enter(struct turnstile *t)
{
    struct waiter self;
    sema_init(&self.mine, 0);

    enum intr_level old_level = intr_disable();
    bool wait = t->in_use;
    t->in_use = true;
    if (wait)
        list_push_back(&t->waiting, &self.elem);
    intr_set_level(old_level);
    if (wait)
        wait_turn(t, &self);
}

void turnstile_leave(struct turnstile *t)
{
    enum intr_level old_level = intr_disable();
    if (list_empty(&t->waiting))
        t->in_use = false;
    else
        sema_up(&list_entry(list_pop_front(&t->waiting), struct waiter, elem)->mine);
    intr_set_level(old_level);
}
