/* SPDX-License-Identifier: MIT
 * From the first instruction in C to power-off: see init.c.
 */
#ifndef THREADS_INIT_H
#define THREADS_INIT_H

#include <debug.h>

/* Refuses to boot: the message has been printed.  Powers off with outcome "refused". */
void init_refuse(void) NO_RETURN;

/* Frees what lies from START to END of the kernel's image: code and data that will not be used on
 * this machine.  The whole pages of it become free memory; its counters are known no more. */
void init_give_back(void *start, void *end);

/* What power-off prints before its last lines: the houses' one-line statistics, then KSTAT. */
void init_print_stats(void);

/* What -rs gave, 0 without. */
extern unsigned long init_random_seed;

#endif
