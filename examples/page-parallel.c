/* SPDX-License-Identifier: MIT
 * Workload: four children at once, each encrypting and decrypting 1 MB (child-linear).
 *
 *     page-parallel        starts them one after the other: how far they overlap is the
 *                          scheduler's affair
 *     page-parallel -b     with a start barrier: none begins before all four have touched all
 *                          their memory
 *
 * @sources: examples/lib/barrier.c
 */
#include <stdio.h>
#include <string.h>
#include "examples/lib/barrier.h"
#include "tests/lib.h"

#define CHILDREN 4

static pid_t start(int i, bool barrier)
{
    char cmd_line[40];
    if (barrier)
        snprintf(cmd_line, sizeof cmd_line, "child-linear key-%d %d %d", i, i, CHILDREN);
    else
        snprintf(cmd_line, sizeof cmd_line, "child-linear key-%d", i);
    pid_t pid = exec(cmd_line);
    CHECK(pid != PID_ERROR, "exec \"%s\"", cmd_line);
    return pid;
}

int main(int argc, char *argv[])
{
    bool barrier = argc > 1;
    pid_t children[CHILDREN];

    if (argc > 2 || (barrier && strcmp(argv[1], "-b") != 0)) {
        msg("usage: page-parallel [-b]");
        return EXIT_FAILURE;
    }
    if (barrier)
        barrier_reset(CHILDREN);
    for (int i = 0; i < CHILDREN; i++)
        children[i] = start(i, barrier);
    for (int i = 0; i < CHILDREN; i++) {
        int status = wait(children[i]);
        CHECK(status == 0, "wait for child %d: %d", i, status);
    }
    return EXIT_SUCCESS;
}
