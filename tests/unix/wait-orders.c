/* SPDX-License-Identifier: MIT
 * waitpid() for one child or any, before and after its end, and looking without waiting; what it
 * tells of an exit and of a signal; wait() and waitpid() on the same children.
 *
 * @matrix: jitter=1..10
 * @sample: 1
 */
#include <errno.h>
#include <unistd.h>
#include "tests/lib.h"

#define CHILDREN 8

/* A child that ends with STATUS after MS. */
static pid_t start(int ms, int status)
{
    pid_t pid = fork();
    REQUIRE(pid >= 0, "fork: %d", pid);
    if (pid == 0) {
        if (ms > 0)
            sleep_ms(ms);
        exit(status);
    }
    return pid;
}

static void check_any(void)
{
    pid_t pids[CHILDREN];
    unsigned seen = 0;
    for (int i = 0; i < CHILDREN; i++)
        pids[i] = start(i % 3 * 20, i);
    for (int n = 0; n < CHILDREN; n++) {
        int status;
        pid_t pid = waitpid(-1, &status, 0);
        int i = WEXITSTATUS(status);
        REQUIRE(WIFEXITED(status) && i < CHILDREN && pids[i] == pid, "pid %d, status %#x", pid,
                status);
        REQUIRE(!(seen & 1u << i), "child %d twice", i);
        seen |= 1u << i;
    }
    CHECK(waitpid(-1, NULL, 0) == -ECHILD, "any of %d children, each once", CHILDREN);
}

static void check_looking(void)
{
    int status = 99;
    pid_t pid = start(100, 3), other;
    CHECK(waitpid(pid, &status, WNOHANG) == 0 && waitpid(-1, NULL, WNOHANG) == 0, "not yet");
    while ((other = waitpid(pid, &status, WNOHANG)) == 0)
        sleep_ms(10);
    CHECK(other == pid && status == W_EXITCODE(3, 0), "now");
    CHECK(waitpid(pid, &status, WNOHANG) == -ECHILD, "gone");
}

static void check_kinds(void)
{
    int status;
    pid_t pid = start(0, -1);
    CHECK(waitpid(pid, &status, 0) == pid && status == W_EXITCODE(255, 0), "exit(-1)");
    pid = start(0, 0x12345678);
    CHECK(wait(pid) == 0x12345678, "wait() has all bits of a status");
    CHECK(waitpid(pid, NULL, 0) == -ECHILD && wait(pid) == -1, "and nobody else has it");
    pid = start(10000, 0);
    CHECK(kill(pid, SIGTERM) == 0, "kill");
    CHECK(waitpid(pid, &status, 0) == pid && status == SIGTERM, "a signal");
    pid = start(10000, 0);
    kill(pid, SIGKILL);
    CHECK(wait(pid) == -1, "wait() for a killed one");
    pid = start(50, 1);
    CHECK(waitpid(pid, NULL, 0) == pid, "without a status");
}

static void check_tree(void)
{
    int status, fds[2], pid_of_orphan;
    REQUIRE(pipe(fds) == 0, "pipe");
    pid_t pid = fork();
    if (pid == 0) {
        pid_t grandchild = fork();
        if (grandchild == 0) {
            sleep_ms(50);
            pid_of_orphan = getppid() == 0 ? getpid() : -1;
            write(fds[1], &pid_of_orphan, sizeof pid_of_orphan);
            exit(0);
        }
        exit(0);
    }
    REQUIRE(waitpid(pid, &status, 0) == pid && status == 0, "the child");
    REQUIRE(read(fds[0], &pid_of_orphan, sizeof pid_of_orphan) == 4, "read");
    CHECK(pid_of_orphan > pid, "an orphan has parent 0");
    CHECK(waitpid(pid_of_orphan, NULL, 0) == -ECHILD, "a grandchild is no child");
    CHECK(waitpid(getpid(), NULL, 0) == -ECHILD, "nor am I");
}

int main(void)
{
    check_any();
    check_looking();
    check_kinds();
    check_tree();
    return EXIT_SUCCESS;
}
