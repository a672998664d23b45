/* SPDX-License-Identifier: MIT
 * exit(), execve() and a fault of one thread end all the others, wherever they sleep; thread_exit()
 * of the last ends the process.
 *
 * @matrix: jitter=1..10
 * @sample: 1
 */
#include <errno.h>
#include <mman.h>
#include <thread.h>
#include <unistd.h>
#include "tests/lib.h"

static volatile int word, ready;
static char buffer[10000];
static int fds[2];

static void sleeper(void *arg)
{
    ready++;
    sleep_ms(1000000);
}

static void waiter(void *arg)
{
    ready++;
    futex_wait(&word, 0, 0);
}

static void reader(void *arg)
{
    ready++;
    read(fds[0], buffer, 1);
}

static void looper(void *arg)
{
    ready++;
    for (;;)
        word = word;
}

static void joiner(void *arg)
{
    int tid = thread_start(sleeper, NULL);
    ready++;
    thread_join(tid, NULL);
}

static void printer(void *arg)
{
    ready++;
    for (;;)
        yield();
}

static void start_all(void)
{
    static void (*const kinds[])(void *) = {sleeper, waiter, reader, looper, joiner, printer};
    REQUIRE(pipe(fds) == 0, "pipe");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        REQUIRE(thread_start(kinds[i], NULL) > 0, "thread_start");
    while (ready < 7)
        yield();
}

static void by_exit(void *arg)
{
    exit(5);
}

static void by_fault(void *arg)
{
    *UNMAPPED = 1;
}

static void by_execve(void *arg)
{
    execve("thread-ends", (char *const[]){"thread-ends", "again", NULL});
    exit(1);
}

static void by_last(void *arg)
{
    sleep_ms(30);
    thread_exit(9);
}

/* What two do at once happens once. */
static void by_two(void *arg)
{
    thread_start(by_execve, NULL);
    by_execve(NULL);
}

static int run_case(void (*how)(void *), bool from_main, bool with_others)
{
    int status;
    pid_t pid = fork();
    REQUIRE(pid >= 0, "fork: %d", pid);
    if (pid == 0) {
        if (with_others)
            start_all();
        if (from_main)
            how(NULL);
        thread_start(how, NULL);
        if (!with_others)
            thread_exit(0);
        for (;;)
            sleep_ms(1000);
    }
    REQUIRE(waitpid(pid, &status, 0) == pid, "waitpid");
    return status;
}

int main(int argc, char *argv[])
{
    if (argc > 1)
        return thread_join(2, NULL) == -ESRCH ? 44 : 1;
    for (int i = 0; i < 2; i++) {
        const char *who = i == 0 ? "a thread" : "the first thread";
        CHECK(run_case(by_exit, i, true) == W_EXITCODE(5, 0), "exit() by %s", who);
        CHECK(run_case(by_fault, i, true) == SIGSEGV, "a fault of %s", who);
        CHECK(run_case(by_execve, i, true) == W_EXITCODE(44, 0), "execve() by %s", who);
        CHECK(run_case(by_two, i, true) == W_EXITCODE(44, 0), "two execve() at once by %s", who);
    }
    CHECK(run_case(by_last, false, false) == W_EXITCODE(9, 0), "the last thread's end");
    return EXIT_SUCCESS;
}
