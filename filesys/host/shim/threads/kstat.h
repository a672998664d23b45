/* SPDX-License-Identifier: MIT
 * Counters that nobody reads, on the host.
 */
#ifndef THREADS_KSTAT_H
#define THREADS_KSTAT_H

#include <debug.h>

struct kstat {
    unsigned long value;
};

#define KSTAT_DEFINE(var, grp, nam, unt, hlp) static struct kstat var UNUSED

static inline void kstat_inc(struct kstat *k)
{
    k->value++;
}

#endif
