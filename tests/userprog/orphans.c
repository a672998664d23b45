/* SPDX-License-Identifier: MIT
 * Children that outlive their parent, or end before it without being waited for, go their way and
 * leave nothing behind.
 *
 * @kstat: vm.frames_user == 0
 * @kstat: vm.swap_slots_used == 0
 * @kstat: vm.pages_promised == 0
 * @output: ^child-status: exit\(9\)$
 * @sources: examples/lib/barrier.c
 * @matrix: jitter=1..10
 */
#include <string.h>
#include "examples/lib/barrier.h"
#include "tests/lib.h"

/* The parent of three: one has ended when it ends, one ends after it, for the third anything may
 * be. */
static int middle(void)
{
    barrier_reset(1);
    pid_t early = exec("child-status 9");
    pid_t late = exec("orphans late");
    pid_t other = exec("child-status 0");
    REQUIRE(early != PID_ERROR && late != PID_ERROR && other != PID_ERROR, "exec");
    return 0;
}

/* Ends when the test's own process says that the middle one has ended. */
static int late(void)
{
    barrier_wait(1);
    create("late-is-gone", 0);
    return 0;
}

static bool exists(const char *name)
{
    int fd = open(name);
    close(fd);
    return fd >= 0;
}

int main(int argc, char *argv[])
{
    if (argc > 1)
        return strcmp(argv[1], "middle") == 0 ? middle() : late();
    CHECK(run("orphans middle") == 0, "the parent has ended");
    barrier_arrive(0);
    for (int i = 0; i < 1000 && !exists("late-is-gone"); i++)
        run("nothing");
    CHECK(exists("late-is-gone"), "its child ended after it");
    return EXIT_SUCCESS;
}
