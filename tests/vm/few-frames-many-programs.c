/* SPDX-License-Identifier: MIT
 * With the fewest frames there may be, programs that run at once wait for each other's; none is
 * ended for want of memory.
 * @args: 6
 * @mem: 8
 * @options: -ul=6
 * @ticks: 20000
 * @matrix: evict=clock,fifo,random jitter=1..10
 * @sample: 1
 * @kstat: vm.oom_kills == 0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/lib.h"

#define PAGES 24

static char area[PAGES * TEST_PAGE];

static void child(int id)
{
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < PAGES; i++)
            memset(area + i * TEST_PAGE + round * 8, id + i, 8);
        for (int i = 0; i < PAGES; i++)
            REQUIRE(area[i * TEST_PAGE + round * 8 + 7] == (char)(id + i), "page %d is wrong", i);
    }
}

int main(int argc, char *argv[])
{
    int n = atoi(argv[1]);
    if (argc > 2) {
        child(n);
        return 0;
    }
    pid_t pids[8];
    for (int i = 0; i < n; i++) {
        char line[40];
        snprintf(line, sizeof line, "few-frames-man %d child", i);
        pids[i] = exec(line);
        REQUIRE(pids[i] != PID_ERROR, "exec %d", i);
    }
    for (int i = 0; i < n; i++)
        REQUIRE(wait(pids[i]) == 0, "child %d", i);
    return 0;
}
