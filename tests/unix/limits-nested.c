/* SPDX-License-Identifier: MIT
 * A group made within a group counts for the outer one: what it may have is what both allow.
 */
#include <errno.h>
#include <resource.h>
#include <unistd.h>
#include "tests/lib.h"

static void inner(void)
{
    static const struct limits more = {.processes = 100, .open_files = 100};
    struct limits limits;
    REQUIRE(limit_set(&more) == 0, "limit_set");
    REQUIRE(limit_get(&limits, NULL) == 0 && limits.processes == 100, "limit_get");
    int n = 0;
    pid_t pid;
    while ((pid = fork()) > 0)
        n++;
    if (pid == 0)
        exit(0);
    REQUIRE(pid == -EAGAIN && n == 2, "%d children, then %d", n, pid);
    for (int i = 0; i < 3; i++)
        REQUIRE(open2("data", O_RDONLY) >= 0, "open %d", i);
    REQUIRE(open2("data", O_RDONLY) == -EMFILE, "a fourth file");
}

/* Groups do not nest without end, and what is asked for may be any number. */
static void deep(void)
{
    static const struct limits huge = {~0u, ~0u, ~0u, ~0u, ~0u};
    int n = 0, err;
    while ((err = limit_set(&huge)) == 0 && n < 100)
        n++;
    REQUIRE(err == -EAGAIN && n == 16, "after %d: %d", n, err);
    REQUIRE(run("nothing") == 0, "a program down there");
}

int main(void)
{
    static const struct limits four = {.processes = 4, .open_files = 3};
    static const struct limits tiny = {.pages_max = 15};
    int status;
    create("data", 100);
    CHECK(limit_set(&tiny) == -EINVAL, "too few pages to run in");
    CHECK(limit_set((void *)0xc0000000) == -EFAULT, "limits in the kernel");
    CHECK(limit_get((void *)0x1000, NULL) == -EFAULT, "limits to nowhere");
    pid_t pid = fork();
    if (pid == 0) {
        REQUIRE(limit_set(&four) == 0, "limit_set");
        if ((pid = fork()) == 0) {
            inner();
            return 0;
        }
        REQUIRE(waitpid(pid, &status, 0) == pid && status == 0, "the inner group");
        for (int i = 0; i < 3; i++)
            REQUIRE(open2("data", O_RDONLY) >= 0, "open %d after it", i);
        return 0;
    }
    CHECK(waitpid(pid, &status, 0) == pid && status == 0, "the outer group");
    pid = fork();
    if (pid == 0) {
        deep();
        return 0;
    }
    CHECK(waitpid(pid, &status, 0) == pid && status == 0, "16 groups");
    return 0;
}
