/* SPDX-License-Identifier: MIT
 * No measuring of stacks in the release build.
 */
#ifndef THREADS_STACKMARK_H
#define THREADS_STACKMARK_H

static inline void stackmark_note(const void *stack)
{
}

#endif
