/* SPDX-License-Identifier: MIT
 * A group with a limit of 8 processes has 8 at most: a fork bomb, children that were not waited for
 * and threads count too; others are not concerned, and with the last process the group is gone.
 *
 * @mem: 8
 * @output: group.groups 3$
 * @kstat: group.processes_refused >= 3
 * @kstat: vm.frames_user == 0
 * @matrix: jitter=1..3
 */
#include <errno.h>
#include <resource.h>
#include <thread.h>
#include <unistd.h>
#include "tests/lib.h"

static const struct limits eight = {.processes = 8};

/* Each of them makes children as long as it can; then they end from the last to the first. */
static void bomb(void)
{
    struct limits used;
    pid_t pid;
    while ((pid = fork()) == 0)
        ;
    REQUIRE(pid > 0 || pid == -EAGAIN, "fork: %d", pid);
    REQUIRE(limit_get(NULL, &used) == 0 && used.processes <= 8, "%u processes", used.processes);
    while (pid > 0 && waitpid(-1, NULL, 0) > 0)
        ;
}

static int run_bomb(void)
{
    REQUIRE(limit_set(&eight) == 0, "limit_set");
    bomb();
    return 0;
}

static int zombies(void)
{
    struct limits used;
    REQUIRE(limit_set(&eight) == 0, "limit_set");
    for (int i = 0; i < 7; i++) {
        pid_t pid = fork();
        if (pid == 0)
            exit(0);
        REQUIRE(pid > 0, "fork %d: %d", i, pid);
    }
    REQUIRE(fork() == -EAGAIN, "an eighth child");
    REQUIRE(exec("nothing") == PID_ERROR, "exec of an eighth child");
    REQUIRE(waitpid(-1, NULL, 0) > 0, "wait");
    REQUIRE(limit_get(NULL, &used) == 0 && used.processes == 7, "%u processes", used.processes);
    REQUIRE(run("nothing") == 0, "a child in place of another");
    return 0;
}

static char stacks[8][TEST_PAGE];
static volatile int go;

static void body(void *arg)
{
    while (go == 0)
        yield();
    thread_exit(0);
}

static int threads(void)
{
    int tid[8];
    REQUIRE(limit_set(&eight) == 0, "limit_set");
    for (int i = 0; i < 7; i++)
        REQUIRE((tid[i] = thread_create(body, NULL, stacks[i + 1])) > 0, "thread %d: %d", i,
                tid[i]);
    REQUIRE(thread_create(body, NULL, stacks[0] + TEST_PAGE) == -EAGAIN, "an eighth thread");
    REQUIRE(fork() == -EAGAIN, "fork beside eight threads");
    go = 1;
    for (int i = 0; i < 7; i++)
        REQUIRE(thread_join(tid[i], NULL) == 0, "join %d", i);
    REQUIRE(run("nothing") == 0, "a child in their place");
    return 0;
}

int main(void)
{
    static int (*const parts[])(void) = {run_bomb, zombies, threads};
    for (int i = 0; i < 3; i++) {
        pid_t pid = fork();
        if (pid == 0)
            return parts[i]();
        int status;
        REQUIRE(waitpid(pid, &status, 0) == pid, "wait");
        CHECK(status == 0, "part %d", i);
    }
    pid_t pids[12];
    for (int i = 0; i < 12; i++)
        REQUIRE((pids[i] = exec("nothing")) > 0, "process %d of no group", i);
    for (int i = 0; i < 12; i++)
        REQUIRE(wait(pids[i]) == 0, "wait %d", i);
    return 0;
}
