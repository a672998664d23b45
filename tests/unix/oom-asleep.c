/* SPDX-License-Identifier: MIT
 * Who is chosen to end for its memory ends at once, also if it sleeps: in a wait for a child, in a
 * pipe, for a time.  Nobody else needs to end for it, and its parent learns of it.
 *
 * @mem: 4
 * @swap: 0
 * @options: -overcommit
 * @output: Out of memory: oom-asleep ends: it has the most pages
 * @kstat: vm.oom_kills == 3
 * @matrix: jitter=1..3
 * @sample: 1
 * @ticks: 6000
 */
#include <string.h>
#include <unistd.h>
#include "tests/lib.h"
#include "tests/unix/patience.h"

#define PAGES 400

static volatile char area[2 * PAGES][TEST_PAGE];

static void fill(int pages)
{
    for (int i = 0; i < pages; i++)
        area[i][i % 7] = 1;
}

static void in_wait(void)
{
    wait(exec("oom-asleep child"));
}

static void in_pipe(void)
{
    int fds[2];
    char byte;
    pipe(fds);
    read(fds[0], &byte, 1);
}

static void in_sleep(void)
{
    sleep_ms(1000000);
}

/* A sleeper with many pages, then another process that needs them and has fewer. */
static void have_ended(void (*sleep)(void), const char *name)
{
    int ready[2];
    char byte;
    pipe(ready);
    pid_t sleeper = fork();
    if (sleeper == 0) {
        fill(PAGES + 150);
        write(ready[1], "", 1);
        sleep();
        fail("the sleep ended");
    }
    read(ready[0], &byte, 1);
    pid_t other = fork();
    if (other == 0) {
        fill(PAGES);
        exit(3);
    }
    CHECK(WIFSIGNALED(status_within(sleeper, 20000)), "%s: the sleeper ends", name);
    int status = status_within(other, 20000);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 3, "%s: the other one lives", name);
    close(ready[0]);
    close(ready[1]);
}

int main(int argc, char *argv[] UNUSED)
{
    if (argc > 1)
        in_sleep();
    have_ended(in_pipe, "in a pipe");
    have_ended(in_sleep, "for a time");
    have_ended(in_wait, "in a wait");
    return 0;
}
