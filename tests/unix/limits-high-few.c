/* SPDX-License-Identifier: MIT
 * A process whose group is to give back above one page still runs, without swap too: it would give
 * back the very pages of its instruction, for ever.
 *
 * @matrix: swap=0,8 evict=clock,fifo,random
 * @sample: 3
 */
#include <mman.h>
#include <resource.h>
#include <string.h>
#include <unistd.h>
#include "tests/lib.h"
#include "tests/unix/patience.h"

#define PAGES 40

static char area[PAGES][TEST_PAGE];
static volatile char untouched[PAGES][TEST_PAGE];

static void confine(void)
{
    const struct limits limits = {.pages_high = 1};
    REQUIRE(limit_set(&limits) == 0, "limit_set");
}

/* Through calls as well, which touch what they are given one page at a time. */
static void work(void)
{
    confine();
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < PAGES; i++) {
            memset(area[i], i, 200);
            REQUIRE(getcwd(area[i] + TEST_PAGE - 2, 2) == 1, "getcwd");
            REQUIRE(area[i][100] == i && untouched[i][5] == 0, "page %d", i);
        }
}

/* In a child: another program, of whose text nobody else has pages. */
static void run_cmp(void)
{
    confine();
    execve("cmp", (char *const[]){"cmp", "sample", "sample", NULL});
    fail("execve");
}

static void expect_end(void (*what)(void), int status, const char *name)
{
    pid_t pid = fork();
    if (pid == 0) {
        what();
        exit(7);
    }
    CHECK(status_within(pid, 10000) == W_EXITCODE(status, 0), "%s comes to its end", name);
}

int main(void)
{
    make_file("sample", 3000, 1);
    expect_end(work, 7, "a child");
    expect_end(run_cmp, 0, "another program");
    return EXIT_SUCCESS;
}
