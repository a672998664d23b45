/* SPDX-License-Identifier: MIT
 * A group opens no more files than it may, in all its processes together; a descriptor's copies are
 * one file, both ends of a pipe are two.
 *
 * @kstat: group.files_refused >= 4
 */
#include <errno.h>
#include <resource.h>
#include <unistd.h>
#include "tests/lib.h"

static const struct limits five = {.open_files = 5};

static unsigned used_files(void)
{
    struct limits used;
    REQUIRE(limit_get(NULL, &used) == 0, "limit_get");
    return used.open_files;
}

static void child(void)
{
    for (int i = 0; i < 5; i++)
        REQUIRE(open2("data", O_RDONLY) >= 0, "open %d", i);
    REQUIRE(open2("data", O_RDONLY) == -EMFILE, "a sixth");
    REQUIRE(open("data") == -1, "a sixth by open()");
    int fd = dup2(3, 20);
    REQUIRE(fd == 20 && used_files() == 5, "dup2: %d, %u files", fd, used_files());
    close(3);
    REQUIRE(used_files() == 5, "the copy keeps it");
    pid_t pid = fork();
    if (pid == 0)
        exit(open2("data", O_RDONLY) == -EMFILE ? 0 : 1);
    int status;
    REQUIRE(waitpid(pid, &status, 0) == pid && status == 0, "the child shares the limit");
    close(20);
    close(4);
    int ends[2];
    REQUIRE(used_files() == 3 && pipe(ends) == 0 && used_files() == 5, "a pipe");
    REQUIRE(pipe(ends) == -EMFILE, "another pipe");
    REQUIRE(used_files() == 5, "no end of it is left");
}

int main(void)
{
    create("data", 100);
    pid_t pid = fork();
    if (pid == 0) {
        REQUIRE(limit_set(&five) == 0, "limit_set");
        child();
        return 0;
    }
    int status;
    CHECK(waitpid(pid, &status, 0) == pid && status == 0, "a group with five files");
    for (int i = 0; i < 10; i++)
        REQUIRE(open2("data", O_RDONLY) >= 0, "open %d outside it", i);
    CHECK(used_files() == 10, "ten outside it");
    return 0;
}
