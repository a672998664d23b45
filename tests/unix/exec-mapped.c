/* SPDX-License-Identifier: MIT
 * A file is not run while a mapping may write it, in this process or in another, whole or cut in
 * pieces; mappings that may not write it are no hindrance.
 *
 * @absent: FAIL
 */
#include <errno.h>
#include <mman.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "tests/lib.h"

#define RW (PROT_READ | PROT_WRITE)

/* Copies this program. */
static void copy_self(const char *name)
{
    static char buffer[8192];
    int n, from = open_file("exec-mapped"), to = open2(name, O_RDWR | O_CREAT);
    while ((n = read(from, buffer, sizeof buffer)) > 0)
        REQUIRE(write(to, buffer, n) == n, "copy");
    close(from);
    close(to);
}

/* What execve() of the copy gives: 55, the status of the copy, or an error. */
static int run_copy(void)
{
    char *const args[] = {"copy", "55", NULL};
    int status;
    pid_t pid = fork();
    if (pid == 0)
        exit(-execve("copy", args));
    REQUIRE(waitpid(pid, &status, 0) == pid, "waitpid");
    return WEXITSTATUS(status);
}

int main(int argc, char *argv[])
{
    if (argc > 1)
        return 55;
    copy_self("copy");
    int fd = open_file("copy"), ro = open2("copy", O_RDONLY), pipe_fd[2];

    mapid_t id = mmap(fd, MAP_AREA);
    REQUIRE(id != MAP_FAILED, "mmap");
    CHECK(run_copy() == ETXTBSY && exec("copy 55") == PID_ERROR, "a mapping may write it");
    REQUIRE(mprotect(MAP_AREA + TEST_PAGE, TEST_PAGE, PROT_READ) == 0, "mprotect");
    REQUIRE(munmap2(MAP_AREA, TEST_PAGE) == 0, "munmap2");
    CHECK(run_copy() == ETXTBSY, "a piece of it may");

    pipe(pipe_fd);
    pid_t pid = fork();
    if (pid == 0) {
        read(pipe_fd[0], argv, 1);
        exit(0);
    }
    munmap2(MAP_AREA, filesize(fd));
    CHECK(run_copy() == ETXTBSY, "another process's may");
    write(pipe_fd[1], "x", 1);
    wait(pid);
    CHECK(run_copy() == 55, "none does: it runs");

    REQUIRE(!mman_error(mmap2(NULL, TEST_PAGE, PROT_READ, MAP_SHARED, ro, 0)), "to read");
    char *private = mmap2(NULL, TEST_PAGE, RW, MAP_PRIVATE, fd, 0);
    REQUIRE(!mman_error(private), "private");
    private[1] = 'x';
    CHECK(run_copy() == 55 && wait(exec("copy 55")) == 55, "those that may not are no hindrance");
    return EXIT_SUCCESS;
}
