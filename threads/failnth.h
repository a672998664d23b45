/* SPDX-License-Identifier: MIT
 * Fault injection: -fail-nth=N makes the Nth allocation or disk operation of each program that the
 * action `run` starts fail; -fail-nth=N+ the Nth of the first program, the next of the second, and
 * so on; -fail-nth=N* every Nth of the program's children, not its own.
 *
 * What counts is every page, heap block and disk transfer (swap's too) that is asked for while a
 * process is the one that runs, also for its children; the kernel's own threads are not concerned.
 */
#ifndef THREADS_FAILNTH_H
#define THREADS_FAILNTH_H

#include <stdbool.h>

extern bool fail_nth_armed;
bool fail_nth_hit(const char *what);

/* Should this operation, a WHAT, fail?  Any context. */
static inline bool fail_nth(const char *what)
{
    return __builtin_expect(fail_nth_armed, 0) && fail_nth_hit(what);
}

/* For the action `run`: a program begins; it has ended. */
void fail_nth_begin(void);
void fail_nth_end(void);

#endif
