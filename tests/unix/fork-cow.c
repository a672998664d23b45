/* SPDX-License-Identifier: MIT
 * fork() gives the child a copy of all memory: data, heap, stack, mappings.  Neither sees what the
 * other writes, whoever writes first; a shared mapping they see both; a file's position is one.
 *
 * @matrix: jitter=1..10
 * @matrix: evict=clock,fifo,random ul=40
 * @sample: 4
 * @kstat: process.forks == 21
 */
#include <mman.h>
#include <string.h>
#include <unistd.h>
#include "tests/lib.h"

#define PAGES 24

static char data[PAGES * TEST_PAGE] = {1};
static char bss[PAGES * TEST_PAGE];

static void fill(char *p, size_t n, unsigned seed)
{
    for (size_t i = 0; i < n; i++)
        p[i] = pattern(i, seed);
}

static int status_of(pid_t pid)
{
    int status = -1;
    REQUIRE(waitpid(pid, &status, 0) == pid, "waitpid %d", pid);
    return status;
}

/* The parent writes PARENT_FIRST, the child checks and writes, the parent checks. */
static void check_private(char *heap, bool parent_first, unsigned seed)
{
    char stack[3 * TEST_PAGE];
    char *const areas[] = {data, bss, heap, stack};
    for (int i = 0; i < 4; i++)
        fill(areas[i], sizeof stack, seed);
    int fds[2];
    REQUIRE(pipe(fds) == 0, "pipe");
    pid_t pid = fork();
    REQUIRE(pid >= 0, "fork: %d", pid);
    if (pid == 0) {
        char go;
        REQUIRE(!parent_first || read(fds[0], &go, 1) == 1, "wait for the parent");
        for (int i = 0; i < 4; i++) {
            check_bytes("in the child", areas[i], sizeof stack, 0, seed);
            fill(areas[i], sizeof stack, seed + 1);
        }
        for (int i = 0; i < 4; i++)
            check_bytes("the child's own", areas[i], sizeof stack, 0, seed + 1);
        exit(7);
    }
    if (parent_first) {
        for (int i = 0; i < 4; i++)
            fill(areas[i], sizeof stack, seed + 2);
        REQUIRE(write(fds[1], "g", 1) == 1, "let the child go");
    }
    REQUIRE(status_of(pid) == W_EXITCODE(7, 0), "the child failed");
    for (int i = 0; i < 4; i++)
        check_bytes("in the parent", areas[i], sizeof stack, 0, parent_first ? seed + 2 : seed);
    close(fds[0]);
    close(fds[1]);
}

static void check_shared(void)
{
    int *shared =
        mmap2(NULL, 4 * TEST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    REQUIRE(mman_error(shared) == 0, "mmap2: %d", mman_error(shared));
    shared[0] = 1;
    pid_t pid = fork();
    if (pid == 0) {
        REQUIRE(shared[0] == 1 && shared[2048] == 0, "what the child finds");
        shared[0] = 2;
        shared[2048] = 3;
        exit(0);
    }
    REQUIRE(status_of(pid) == 0, "the child failed");
    CHECK(shared[0] == 2 && shared[2048] == 3, "shared memory stays shared");
    REQUIRE(munmap2(shared, 4 * TEST_PAGE) == 0, "munmap2");
}

static void check_position(void)
{
    char buffer[10];
    make_file("sample", 1000, 1);
    int fd = open_file("sample");
    REQUIRE(read(fd, buffer, 10) == 10, "read");
    pid_t pid = fork();
    if (pid == 0) {
        REQUIRE(read(fd, buffer, 10) == 10, "read in the child");
        check_bytes("the child's part", buffer, 10, 10, 1);
        exit(0);
    }
    REQUIRE(status_of(pid) == 0, "the child failed");
    CHECK(tell(fd) == 20, "one position for both");
}

/* A chain of copies of copies, each of which changes one page. */
static void descend(int depth)
{
    pid_t pid = fork();
    REQUIRE(pid >= 0, "fork at depth %d: %d", depth, pid);
    if (pid == 0) {
        for (int i = 0; i < PAGES; i++)
            REQUIRE(bss[i * TEST_PAGE] == (i < depth ? i + 1 : 0), "page %d at depth %d", i, depth);
        bss[depth * TEST_PAGE] = depth + 1;
        if (depth < 14)
            descend(depth + 1);
        exit(0);
    }
    REQUIRE(status_of(pid) == 0, "depth %d failed", depth);
}

int main(void)
{
    char *heap = sbrk(PAGES * TEST_PAGE);
    REQUIRE(heap != (char *)-1, "sbrk");
    check_private(heap, false, 1);
    msg("the child writes first");
    check_private(heap, true, 11);
    msg("the parent writes first");
    check_shared();
    check_position();
    memset(bss, 0, sizeof bss);
    descend(0);
    msg("fifteen generations");
    pid_t pid = fork();
    if (pid == 0)
        exit(getppid() == 1 ? getpid() : -1);
    REQUIRE(status_of(pid) == W_EXITCODE(pid, 0), "getpid, getppid");
    pid = fork();
    if (pid == 0)
        *(volatile int *)0 = 1;
    REQUIRE(status_of(pid) == SIGSEGV, "a child that dies");
    return EXIT_SUCCESS;
}
