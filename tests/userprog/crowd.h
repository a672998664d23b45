/* SPDX-License-Identifier: MIT
 * Twenty processes at once whose memory is more than a machine of 4 MB has, and none of which may
 * lose a byte of it, whatever else they do.
 */
#ifndef TESTS_USERPROG_CROWD_H
#define TESTS_USERPROG_CROWD_H

#include <unistd.h>
#include "tests/lib.h"

#define CROWD 20
#define CROWD_BALLAST 45 /* Pages of each. */

static char crowd_ballast[CROWD_BALLAST][TEST_PAGE];
static bool crowded; /* Memory may be full, then. */

static inline void crowd_fill(unsigned seed)
{
    for (unsigned i = 0; i < CROWD_BALLAST; i++)
        for (unsigned k = 0; k < TEST_PAGE; k += 256)
            crowd_ballast[i][k] = pattern(i * TEST_PAGE + k, seed);
}

static inline void crowd_look(unsigned seed)
{
    for (unsigned i = 0; i < CROWD_BALLAST; i++)
        for (unsigned k = 0; k < TEST_PAGE; k += 256)
            REQUIRE((unsigned char)crowd_ballast[i][k] == pattern(i * TEST_PAGE + k, seed),
                    "page %u of process %u has changed", i, seed);
}

/* Each process, with a number from 0 on, does DO_ONE. */
static inline void crowd_run(void (*do_one)(unsigned which))
{
    pid_t pids[CROWD];
    int status;
    for (int i = 0; i < CROWD; i++) {
        REQUIRE((pids[i] = fork()) >= 0, "fork: %d", pids[i]);
        if (pids[i] > 0)
            continue;
        crowded = true;
        crowd_fill(i);
        do_one(i);
        crowd_look(i);
        exit(EXIT_SUCCESS);
    }
    for (int i = 0; i < CROWD; i++)
        REQUIRE(waitpid(pids[i], &status, 0) == pids[i] && status == 0, "process %d: %#x", i,
                status);
    msg("%d processes at once", CROWD);
}

/* fork(), as soon as there is memory for it. */
static inline pid_t crowd_fork(void)
{
    pid_t pid;
    while ((pid = fork()) < 0)
        sleep_ms(20);
    return pid;
}

#endif
