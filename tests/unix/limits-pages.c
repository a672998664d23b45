/* SPDX-License-Identifier: MIT
 * In a group of 40 pages, four processes that were forked and a program that was started from them
 * work with 60 pages each; the group never has more than its 40, and it gives up none of its
 * processes.
 *
 * @mem: 4
 * @kstat: vm.oom_kills == 0
 * @kstat: group.own_victims > 100
 * @kstat: vm.frames_user == 0
 * @matrix: evict=clock,fifo,random jitter=1..3
 * @sample: 1
 */
#include <resource.h>
#include <unistd.h>
#include "tests/lib.h"

#define PAGES 60

static char area[PAGES][TEST_PAGE];

static void use(int id)
{
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < PAGES; i++)
            area[i][round] = id + i;
        for (int i = 0; i < PAGES; i++)
            REQUIRE(area[i][round] == (char)(id + i), "page %d of %d", i, id);
    }
}

int main(int argc, char *argv[])
{
    static const struct limits forty = {.pages_max = 40};
    struct limits used;
    if (argc > 1) {
        use(argc);
        return 0;
    }
    use(0);
    REQUIRE(limit_set(&forty) == 0, "limit_set");
    REQUIRE(limit_get(NULL, &used) == 0 && used.pages_high <= 40, "%u pages at once",
            used.pages_high);
    pid_t pids[4];
    for (int i = 0; i < 4; i++) {
        pids[i] = fork();
        if (pids[i] == 0) {
            use(i + 1);
            return 0;
        }
        REQUIRE(pids[i] > 0, "fork: %d", pids[i]);
    }
    REQUIRE(run("limits-pages child") == 0, "a program");
    for (int i = 0; i < 4; i++)
        REQUIRE(wait(pids[i]) == 0, "child %d", i);
    REQUIRE(limit_get(NULL, &used) == 0 && used.pages_high <= 40, "%u pages at the end",
            used.pages_high);
    msg("at most %u pages after that", used.pages_high);
    return 0;
}
