/* SPDX-License-Identifier: MIT
 * The front of the terminal is passed on by those who are there and taken back by those who passed
 * it on; nobody else gets it, and nobody else reads what is typed, also who has waited for it.
 *
 * @matrix: jitter=-,1..3
 * @sample: 1
 */
#include <errno.h>
#include <stdio.h>
#include <syscall-abi.h>
#include <unistd.h>
#include "tests/lib.h"

static int ends[2]; /* What others tell the first process. */

static void report(char what)
{
    write(ends[1], &what, 1);
}

static void expect_told(char what)
{
    char told = 0;
    REQUIRE(read(ends[0], &told, 1) == 1 && told == what, "told '%c', not '%c'", told, what);
}

static void wait_for(pid_t pid)
{
    int status, tries = 0;
    while (waitpid(pid, &status, WNOHANG) != pid) {
        REQUIRE(tries++ < 500, "the child ends");
        sleep_ms(10);
    }
    REQUIRE(status == 0, "a child's status: %#x", status);
}

/* In a process whose job is not in front. */
static void expect_refused(void)
{
    char c;
    REQUIRE(set_job(JOB_OWN | JOB_FRONT) == -EPERM, "its own job to the front");
    REQUIRE(set_job(JOB_NEW | JOB_FRONT) == -EPERM, "a new job to the front");
    REQUIRE(read(STDIN_FILENO, &c, 1) == -1, "read from the background");
    REQUIRE(set_job(JOB_NEW) == 0 && set_job(JOB_OWN) == 0, "jobs in the background");
}

static void in_background(void)
{
    set_job(JOB_NEW);
    pid_t pid = fork();
    if (pid == 0) {
        expect_refused();
        exit(0);
    }
    set_job(JOB_OWN);
    wait_for(pid);
}

/* Has the terminal, and nobody waits for it. */
static void be_orphan(void)
{
    char c;
    REQUIRE(set_job(JOB_OWN | JOB_FRONT) == 0, "its own job to the front, where it is");
    report('h');
    REQUIRE(read(STDIN_FILENO, &c, 1) == -1, "read until the front was taken away");
    expect_refused();
    report('r');
    exit(0);
}

static void taken_back(void)
{
    REQUIRE(set_job(JOB_NEW | JOB_FRONT) == 0, "a new job to the front");
    pid_t pid = fork();
    if (pid == 0) {
        if (fork() == 0)
            be_orphan();
        exit(0);
    }
    wait_for(pid);
    expect_told('h');
    sleep_ms(50); /* Now it may be reading. */
    REQUIRE(set_job(JOB_OWN | JOB_FRONT) == 0, "the front taken back");
    expect_told('r');
}

/* Each in a job made by the one before, as shells inside one another; how deep. */
static int nest(void)
{
    int err = set_job(JOB_NEW | JOB_FRONT), status;
    if (err == -EAGAIN)
        return 0;
    REQUIRE(err == 0, "set_job: %d", err);
    pid_t pid = fork();
    if (pid == 0)
        exit(nest());
    REQUIRE(waitpid(pid, &status, 0) == pid && WIFEXITED(status), "the status is %#x", status);
    return WEXITSTATUS(status) + 1;
}

int main(void)
{
    REQUIRE(pipe(ends) == 0, "pipe");
    in_background();
    taken_back();
    int deep = nest();
    CHECK(deep >= 10, "%d inside one another", deep);
    CHECK(set_job(JOB_OWN | JOB_FRONT) == 0, "the front taken back from all of them");
    return EXIT_SUCCESS;
}
