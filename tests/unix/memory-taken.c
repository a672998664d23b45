/* SPDX-License-Identifier: MIT
 * With every frame, every slot and every process taken the kernel still runs: it says who has to
 * end, ends the one that is largest over its share, and goes on.
 *
 * @mem: 4
 * @swap: 1
 * @options: -overcommit
 * @output: Out of memory: memory-taken ends: it has the most pages
 * @output: memory-taken: exit\(0\)
 * @kstat: vm.oom_kills >= 1
 * @kstat: vm.page_faults < 5000
 * @kstat: vm.frames_user == 0
 * @kstat: vm.swap_slots_used == 0
 * @matrix: jitter=1..3
 * @sample: 1
 * @ticks: 30000
 */
#include <unistd.h>
#include "tests/lib.h"
#include "tests/unix/patience.h"

#define PAGES 2000

static volatile char area[PAGES][TEST_PAGE];

/* Children that only sleep, until there are no more to be had. */
static int fill_processes(void)
{
    int n = 0;
    pid_t pid;
    while ((pid = fork()) > 0)
        n++;
    if (pid == 0) {
        sleep_ms(3000);
        exit(0);
    }
    return n;
}

int main(void)
{
    pid_t hog = fork();
    if (hog == 0) {
        for (int i = 0; i < PAGES; i++)
            area[i][i % 7] = 1;
        fail("there was memory for all of it");
    }
    int n = fill_processes();
    REQUIRE(n > 3, "%d processes", n);
    REQUIRE(WIFSIGNALED(status_within(hog, 60000)), "the hog ends");
    while (waitpid(-1, NULL, 0) > 0)
        ;
    for (int i = 0; i < 100; i++)
        area[i][3] = 2;
    msg("goes on");
    return 0;
}
