/* SPDX-License-Identifier: MIT
 * Waiting for a process that may never end, so that the test says so rather than hang with it.
 */
#ifndef TESTS_UNIX_PATIENCE_H
#define TESTS_UNIX_PATIENCE_H

#include <unistd.h>
#include "tests/lib.h"

/* The status word of the child PID, which must end within MS. */
static inline int status_within(pid_t pid, int ms)
{
    int status;
    for (; ms > 0; ms -= 20) {
        pid_t ended = waitpid(pid, &status, WNOHANG);
        if (ended == pid)
            return status;
        REQUIRE(ended == 0, "waitpid: %d", ended);
        sleep_ms(20);
    }
    fail("process %d does not end", pid);
}

#endif
