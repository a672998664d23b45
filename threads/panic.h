/* SPDX-License-Identifier: MIT
 * Panic on behalf of code other than the caller's (debug.h has the usual PANIC).
 */
#ifndef THREADS_PANIC_H
#define THREADS_PANIC_H

#include <debug.h>

/* Where a backtrace begins. */
struct panic_origin {
    const void *eip;
    const void *ebp; /* Frame pointer there. */
};

void panic_from(const struct panic_origin *, const char *file, int line, const char *function,
                const char *format, ...) PRINTF_FORMAT(5, 6) NO_RETURN;

/* Prints the return addresses from ORIGIN outwards on one line: "Call stack: 0x... 0x...". */
void panic_backtrace(const struct panic_origin *);

#endif
