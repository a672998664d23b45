/* SPDX-License-Identifier: MIT
 * A process whose group is to give back above one page still runs, without swap too: it would give
 * back the very pages of its instruction, for ever.
 *
 * @matrix: swap=0,8 evict=clock,fifo,random
 * @sample: 6
 */
#include <mman.h>
#include <resource.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/lib.h"

#define PAGES 40

static char area[PAGES][TEST_PAGE];
static volatile char untouched[PAGES][TEST_PAGE];

/* Through calls as well, which touch what they are given one page at a time. */
static void work(void)
{
    const struct limits limits = {.pages_high = 1};
    REQUIRE(limit_set(&limits) == 0, "limit_set");
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < PAGES; i++) {
            memset(area[i], i, 200);
            REQUIRE(getcwd(area[i] + TEST_PAGE - 2, 2) == 1, "getcwd");
            REQUIRE(area[i][100] == i && untouched[i][5] == 0, "page %d", i);
        }
}

int main(void)
{
    int status, pid = fork();
    if (pid == 0) {
        work();
        exit(7);
    }
    REQUIRE(waitpid(pid, &status, 0) == pid, "waitpid");
    CHECK(WEXITSTATUS(status) == 7, "it comes to its end");
    return EXIT_SUCCESS;
}
