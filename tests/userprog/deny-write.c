/* SPDX-License-Identifier: MIT
 * A program's file cannot be written while it runs, by itself or by others, not through a mapping
 * either; when it has ended it can.
 *
 * @sources: examples/lib/barrier.c
 * @matrix: jitter=1..10
 */
#include <string.h>
#include "examples/lib/barrier.h"
#include "tests/lib.h"

static void write_mapping(void)
{
    REQUIRE(mmap(open_file("deny-write"), MAP_AREA) != MAP_FAILED, "mmap");
    *(volatile char *)MAP_AREA = 'x';
}

/* Copies a program, so that the copy can be broken. */
static void copy_self(const char *name)
{
    static char buffer[1024];
    int n, from = open_file("deny-write");
    REQUIRE(create(name, filesize(from)), "create \"%s\"", name);
    int to = open_file(name);
    while ((n = read(from, buffer, sizeof buffer)) > 0)
        REQUIRE(write(to, buffer, n) == n, "copy");
    close(from);
    close(to);
}

static const struct test_case cases[] = {{"map", write_mapping}};

static void try_running_copy(void)
{
    char byte;
    copy_self("copy");
    barrier_reset(1);
    pid_t pid = exec("copy sleep");
    int fd = open_file("copy");
    CHECK(read(fd, &byte, 1) == 1 && byte == 0x7f, "a running program's file can be read");
    seek(fd, 0);
    CHECK(write(fd, "x", 1) == 0, "but not written");
    barrier_arrive(0);
    CHECK(wait(pid) == 55, "it ends");
    CHECK(write(fd, "x", 1) == 1, "now it can be written");
    close(fd);
    CHECK(exec("copy sleep") == PID_ERROR, "and is no program any more");
}

int main(int argc, char *argv[])
{
    if (argc > 1 && strcmp(argv[1], "sleep") == 0) {
        barrier_wait(1);
        return 55;
    }
    if (argc == 1) {
        int fd = open_file("deny-write");
        CHECK(write(fd, "x", 1) == 0 && tell(fd) == 0, "its own file");
        CHECK(fd >= 0 && exec("no-such-file") == PID_ERROR, "exec");
        close(fd);
        fd = open_file("deny-write");
        CHECK(write(fd, "x", 1) == 0, "again, after closing it");
        try_running_copy();
    }
    return expect_killed(argc, argv, cases, 1);
}
