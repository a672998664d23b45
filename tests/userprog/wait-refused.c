/* SPDX-License-Identifier: MIT
 * wait is -1 at once for what is no child, or no child any more; and for a child that was killed.
 */
#include <stdio.h>
#include <stdlib.h>
#include "tests/lib.h"

/* A child's view of its sibling, whom it must not be able to wait for. */
static int wait_for_stranger(pid_t stranger)
{
    REQUIRE(wait(stranger) == -1, "a sibling could be waited for");
    return 77;
}

int main(int argc, char *argv[])
{
    if (argc > 1)
        return wait_for_stranger(atoi(argv[1]));

    CHECK(wait(0) == -1 && wait(-1) == -1 && wait(12345678) == -1, "pids that nobody has");
    pid_t pid = exec("child-status 5");
    CHECK(wait(pid) == 5, "a child");
    CHECK(wait(pid) == -1, "the same child again");
    CHECK(run("child-status 5 killed") == -1, "a killed child");

    char cmd_line[40];
    pid = exec("child-status 6");
    snprintf(cmd_line, sizeof cmd_line, "wait-refused %d", pid);
    CHECK(run(cmd_line) == 77, "a child cannot wait for its sibling");
    CHECK(wait(pid) == 6, "but the parent can");
    return EXIT_SUCCESS;
}
