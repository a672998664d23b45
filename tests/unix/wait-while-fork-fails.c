/* SPDX-License-Identifier: MIT
 * A thread that began to wait for a child which then could not be started does not wait for ever.
 *
 * @mem: 8
 * @options: -fail-nth=19* -jitter=2
 */
#include <errno.h>
#include <thread.h>
#include <unistd.h>
#include "tests/lib.h"

#define ROUNDS 100

static volatile unsigned answers, reaped;
static volatile bool done;

static void wait_again_and_again(void *unused)
{
    while (!done) {
        if (waitpid(-1, NULL, 0) > 0)
            reaped++;
        answers++;
    }
}

/* Does *COUNT leave VALUE before long? */
static bool changes(const volatile unsigned *count, unsigned value)
{
    for (int i = 0; i < 10000 && *count == value; i++)
        yield();
    return *count != value;
}

static int fork_again_and_again(void)
{
    unsigned refused = 0;
    while (thread_start(wait_again_and_again, NULL) < 0)
        continue;
    for (int i = 0; i < ROUNDS; i++) {
        unsigned had = reaped, answered = answers;
        pid_t pid = fork();
        if (pid == 0)
            exit(0);
        refused += pid < 0;
        if (pid > 0 ? !changes(&reaped, had) : !changes(&answers, answered))
            return pid > 0 ? 2 : 3;
    }
    done = true;
    return refused > 0 ? 0 : 4;
}

/* (What fails is not this program's, but its children's.) */
int main(void)
{
    int status = -1;
    pid_t pid = fork();
    if (pid == 0)
        exit(fork_again_and_again());
    waitpid(pid, &status, 0);
    REQUIRE(status == 0, "the one who waits: status %#x", status);
    return EXIT_SUCCESS;
}
