/* SPDX-License-Identifier: MIT
 * The lock checker (debug build): finds deadlocks that did not happen, by the order of classes.
 *
 * Each time a lock is taken while others are held, an edge "held before taken" between their
 * classes is added to a graph, with the two places in the source.  An acquire that would close a
 * cycle could deadlock with those that made the other edges, so it panics, however lucky the timing
 * was this time, and prints the places on both sides.  Taking two locks of one class is such a
 * cycle by itself, unless lock_acquire_nested() says that the caller keeps an order among them.
 * A try that succeeds proves no order, but what is taken under it does.
 *
 * The graph is a matrix of bits, changed with interrupts off.
 */
#include <debug.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "threads/interrupt.h"
#include "threads/kstat.h"
#include "threads/synch.h"
#include "threads/thread.h"

#define CLASSES 96
#define EDGES 512

struct edge {
    uint8_t from, to;
    struct lock_place held, taken; /* Where `from` had been taken, and then `to`. */
};

static struct lock_class *classes[CLASSES]; /* By id; [0] is not used. */
static unsigned class_cnt = 1, edge_cnt;
static uint32_t after[CLASSES][CLASSES / 32]; /* Bit: this class was held when that was taken. */
static struct edge edges[EDGES];

KSTAT_DEFINE(stat_edges, "lockcheck", "edges", "edges", "pairs of lock classes with an order");
KSTAT_DEFINE(stat_checks, "lockcheck", "checks", "acquires", "acquires while another lock is held");

static unsigned class_id(const struct lock *lock)
{
    struct lock_class *class = lock->class;
    if (class->id == 0) {
        if (class_cnt == CLASSES)
            PANIC("lock checker: no room for a class for %s", lock_name(lock));
        class->id = class_cnt;
        classes[class_cnt++] = class;
    }
    return class->id;
}

static const char *class_name(unsigned id)
{
    const char *name = classes[id]->name;
    return name[0] == '&' ? name + 1 : name;
}

static bool is_after(unsigned from, unsigned to)
{
    return after[from][to / 32] >> to % 32 & 1;
}

/* Fills in for each class that FROM leads to the class before it on a shortest way. */
static void search(unsigned from, uint8_t before[CLASSES])
{
    uint8_t queue[CLASSES];
    unsigned head = 0, tail = 0;
    memset(before, 0, CLASSES);
    queue[tail++] = from;
    while (head < tail) {
        unsigned at = queue[head++];
        for (unsigned to = 1; to < class_cnt; to++)
            if (before[to] == 0 && is_after(at, to)) {
                before[to] = at;
                if (tail < CLASSES)
                    queue[tail++] = to;
            }
    }
}

static void print_edge(unsigned from, unsigned to)
{
    for (unsigned i = 0; i < edge_cnt; i++)
        if (edges[i].from == from && edges[i].to == to)
            printf("  %s (taken at %s:%d) before %s (taken at %s:%d)\n", class_name(from),
                   edges[i].held.file, edges[i].held.line, class_name(to), edges[i].taken.file,
                   edges[i].taken.line);
}

/* Prints the way that search() found to TO, first edge first. */
static void print_way(const uint8_t before[CLASSES], unsigned from, unsigned to)
{
    uint8_t way[CLASSES];
    unsigned n = 0;
    for (way[n++] = to; way[n - 1] != from || n == 1; n++)
        way[n] = before[way[n - 1]];
    while (--n > 0)
        print_edge(way[n], way[n - 1]);
}

static void print_held(const struct thread *t)
{
    for (unsigned i = 0; i < t->lockcheck.held_cnt; i++)
        printf("  %s (taken at %s:%d)\n", lock_name(t->lockcheck.held[i].lock),
               t->lockcheck.held[i].place.file, t->lockcheck.held[i].place.line);
}

static NO_RETURN void report_cycle(const struct lock *lock, const struct lock *held,
                                   const uint8_t before[CLASSES])
{
    struct thread *t = thread_current();
    const struct lock_place *place = &t->lockcheck.next_place;
    printf("Lock order: %s holds\n", t->name);
    print_held(t);
    printf("and takes\n  %s at %s:%d\nbut before, the order was\n", lock_name(lock), place->file,
           place->line);
    print_way(before, class_id(lock), class_id(held));
    PANIC("lock order: %s taken at %s:%d while %s is held", lock_name(lock), place->file,
          place->line, lock_name(held));
}

static NO_RETURN void report_same(const struct lock *lock, const struct lock *held,
                                  struct lock_place place)
{
    struct thread *t = thread_current();
    printf("Lock order: %s holds\n", t->name);
    print_held(t);
    PANIC("lock order: %s taken at %s:%d while %s is held", lock_name(lock), place.file, place.line,
          held == lock ? "it" : "another lock of its class");
}

static void add_edge(unsigned from, unsigned to, struct lock_place held, struct lock_place taken)
{
    after[from][to / 32] |= 1u << to % 32;
    kstat_inc(&stat_edges);
    if (edge_cnt < EDGES)
        edges[edge_cnt++] = (struct edge){from, to, held, taken};
}

/* The current thread is about to take LOCK while it holds its HELD-th lock. */
static void check_pair(const struct lock *lock, unsigned i)
{
    struct lockcheck_thread *mine = &thread_current()->lockcheck;
    const struct lock *held = mine->held[i].lock;
    unsigned from = class_id(held), to = class_id(lock);
    if (held == lock || (from == to && !mine->next_nested))
        report_same(lock, held, mine->next_place);
    if (from == to || is_after(from, to))
        return;
    uint8_t before[CLASSES];
    search(to, before);
    if (before[from] != 0)
        report_cycle(lock, held, before);
    add_edge(from, to, mine->held[i].place, mine->next_place);
}

void lockcheck_place(const char *file, int line, bool nested)
{
    struct lockcheck_thread *mine = &thread_current()->lockcheck;
    mine->next_place = (struct lock_place){file, line};
    mine->next_nested = nested;
}

void lockcheck_acquire(const struct lock *lock)
{
    struct lockcheck_thread *mine = &thread_current()->lockcheck;
    if (mine->held_cnt == 0)
        return;
    enum intr_level old = intr_disable();
    kstat_inc(&stat_checks);
    for (unsigned i = 0; i < mine->held_cnt; i++)
        check_pair(lock, i);
    intr_set_level(old);
}

void lockcheck_acquired(const struct lock *lock)
{
    struct lockcheck_thread *mine = &thread_current()->lockcheck;
    if (mine->held_cnt == LOCKCHECK_DEPTH)
        PANIC("lock checker: more than %d locks held", LOCKCHECK_DEPTH);
    enum intr_level old = intr_disable();
    mine->held[mine->held_cnt].lock = lock;
    mine->held[mine->held_cnt].place = mine->next_place;
    mine->held_cnt++;
    mine->next_place = (struct lock_place){"(unknown)", 0};
    mine->next_nested = false;
    intr_set_level(old);
}

void lockcheck_release(const struct lock *lock)
{
    struct lockcheck_thread *mine = &thread_current()->lockcheck;
    enum intr_level old = intr_disable();
    unsigned i = mine->held_cnt;
    while (i > 0 && mine->held[i - 1].lock != lock)
        i--;
    ASSERT(i > 0);
    mine->held_cnt--;
    for (i--; i < mine->held_cnt; i++)
        mine->held[i] = mine->held[i + 1];
    intr_set_level(old);
}

void lockcheck_may_sleep(void)
{
    if (intr_context())
        PANIC("sleeping call in an interrupt handler");
}

void lockcheck_wait(bool intr_were_on)
{
    if (!intr_were_on)
        PANIC("thread %s waits with interrupts off", thread_name());
}

void lockcheck_thread_exit(void)
{
    struct thread *t = thread_current();
    if (t->lockcheck.held_cnt == 0)
        return;
    printf("Thread %s exits holding\n", t->name);
    print_held(t);
    PANIC("thread %s exits with %s held", t->name, lock_name(t->lockcheck.held[0].lock));
}
