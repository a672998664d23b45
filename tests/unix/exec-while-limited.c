/* SPDX-License-Identifier: MIT
 * A thread starts programs while another puts the process into one group after the other; the
 * programs outlive the process.  Each belongs to one group with its memory, so that no group ends
 * under it.
 *
 * @matrix: jitter=1..6
 * @sample: 1
 * @options: -cache=8
 */
#include <resource.h>
#include <thread.h>
#include <unistd.h>
#include "tests/lib.h"

static void set_limits(void *arg)
{
    static const struct limits limits = {.pages_max = 300};
    for (int i = 0; i < 20; i++) {
        limit_set(&limits);
        yield();
    }
    thread_exit(0);
}

static void start_programs(void)
{
    REQUIRE(thread_start(set_limits, NULL) > 0, "thread");
    for (int i = 0; i < 4; i++)
        REQUIRE(exec("sleep 0.2") > 0, "exec");
}

int main(void)
{
    for (int round = 0; round < 12; round++) {
        int status, pid = fork();
        if (pid == 0) {
            start_programs();
            exit(0);
        }
        REQUIRE(waitpid(pid, &status, 0) == pid && status == 0, "round %d: %#x", round, status);
    }
    sleep_ms(400);
    return EXIT_SUCCESS;
}
