/* SPDX-License-Identifier: MIT
 * How deep kernel stacks get: looks at a dead thread's stack, which was poisoned when it was made.
 */
#ifndef THREADS_STACKMARK_H
#define THREADS_STACKMARK_H

/* STACK is about to be freed. */
void stackmark_note(const void *stack);

#endif
