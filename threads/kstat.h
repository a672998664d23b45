/* SPDX-License-Identifier: MIT
 * The kernel's counters: every figure that a script or a page shows comes from here.
 *
 * A counter is declared beside the code that counts:
 *
 *     KSTAT_DEFINE(evictions, "vm", "evictions", "pages", "frames taken from their page");
 *     kstat_inc(&evictions);
 *
 * and is known to the whole kernel from link time on.  A gauge is computed when it is read.
 * Counting may happen anywhere, also in interrupt handlers: it needs no lock.
 */
#ifndef THREADS_KSTAT_H
#define THREADS_KSTAT_H

#include <stddef.h>
#include <stdint.h>

struct kstat {
    const char *group, *name, *unit, *help;
    uint64_t value;
    uint64_t (*gauge)(void); /* Or NULL: value counts. */
    struct kstat *next;      /* Of those registered at run time. */
};

/* The section's name makes the linker sort the counters by theirs. */
#define KSTAT_LINK_(var, grp, nam)                                                                 \
    static struct kstat *var##_kstat __attribute__((used, section(".kstat." grp "." nam))) = &var

#define KSTAT_DEFINE(var, grp, nam, unt, hlp)                                                      \
    static struct kstat var = {.group = grp, .name = nam, .unit = unt, .help = hlp};               \
    KSTAT_LINK_(var, grp, nam)

#define KSTAT_GAUGE(var, grp, nam, unt, hlp, fn)                                                   \
    static struct kstat var = {.group = grp, .name = nam, .unit = unt, .help = hlp, .gauge = fn};  \
    KSTAT_LINK_(var, grp, nam)

/* Adds N.  The carry travels in EFLAGS, which an interrupt saves: so that an interrupt between
 * the two additions, even one that counts here too, does no harm. */
static inline void kstat_add(struct kstat *k, uint32_t n)
{
    __asm__ volatile("addl %2, %0; adcl $0, %1"
                     : "+m"(((uint32_t *)&k->value)[0]), "+m"(((uint32_t *)&k->value)[1])
                     : "ri"(n)
                     : "cc");
}

static inline void kstat_inc(struct kstat *k)
{
    kstat_add(k, 1);
}

/* The value of now, untorn. */
uint64_t kstat_read(const struct kstat *);

/* Adds a counter that exists only at run time (a disk's).  It stays for good, as do the strings
 * it points to.  Not in an interrupt handler. */
void kstat_register(struct kstat *);

/* The I-th counter, or NULL past the last. */
const struct kstat *kstat_at(size_t i);

/* The counter called GROUP.NAME, or NULL. */
const struct kstat *kstat_find(const char *group_dot_name);

/* For init.c, once: those that lie in START … END are no more. */
void kstat_forget(const void *start, const void *end);

/* Prints them all: "KSTAT group.name value". */
void kstat_print_all(void);

#endif
