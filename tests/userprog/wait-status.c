/* SPDX-License-Identifier: MIT
 * wait gives each child's status, whatever it is and in whatever order one asks, once.
 *
 * @matrix: jitter=1..10
 */
#include <stdio.h>
#include "tests/lib.h"

#define CHILDREN 20

static int status_of(int i)
{
    static const int some[] = {0, 1, -1, 255, 256, -256, 0x7fffffff, -0x7fffffff - 1};
    return i < 8 ? some[i] : i * 1001;
}

static pid_t start(int i)
{
    char cmd_line[40];
    snprintf(cmd_line, sizeof cmd_line, "child-status %d", status_of(i));
    pid_t pid = exec(cmd_line);
    REQUIRE(pid != PID_ERROR, "exec \"%s\"", cmd_line);
    return pid;
}

static void check_order(const char *name, int first, int step)
{
    pid_t pids[CHILDREN];
    for (int i = 0; i < CHILDREN; i++)
        pids[i] = start(i);
    for (int n = 0, i = first; n < CHILDREN; n++, i = (i + step) % CHILDREN) {
        int status = wait(pids[i]);
        REQUIRE(status == status_of(i), "child %d: %d, not %d", i, status, status_of(i));
        REQUIRE(wait(pids[i]) == -1, "child %d could be waited for twice", i);
    }
    msg("%s", name);
}

int main(void)
{
    check_order("in the order of their start", 0, 1);
    check_order("backwards", CHILDREN - 1, CHILDREN - 1);
    check_order("mixed", 5, 7);
    return EXIT_SUCCESS;
}
