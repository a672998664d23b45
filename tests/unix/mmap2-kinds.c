/* SPDX-License-Identifier: MIT
 * mmap2() of files and fresh memory, private and shared, from a page on, where asked or where there
 * is room; munmap2() of parts; mprotect(); the heap's end.
 *
 * @matrix: evict=clock,fifo,random ul=40
 * @sample: 2
 */
#include <errno.h>
#include <mman.h>
#include <string.h>
#include <unistd.h>
#include "tests/lib.h"

#define RW (PROT_READ | PROT_WRITE)
#define FRESH (MAP_PRIVATE | MAP_ANONYMOUS)

static char *map(void *addr, size_t length, int prot, int flags, int fd, unsigned page)
{
    char *p = mmap2(addr, length, prot, flags, fd, page);
    REQUIRE(mman_error(p) == 0, "mmap2: %d", mman_error(p));
    return p;
}

/* Does touching P (writing: WRITE) end a process? */
static bool dies(volatile char *p, bool write)
{
    int status;
    pid_t pid = fork();
    REQUIRE(pid >= 0, "fork: %d", pid);
    if (pid == 0) {
        char c = *p;
        if (write)
            *p = c;
        exit(0);
    }
    REQUIRE(waitpid(pid, &status, 0) == pid && (status == 0 || status == SIGSEGV), "%#x", status);
    return status == SIGSEGV;
}

static void check_files(int fd)
{
    char *last = map(NULL, TEST_PAGE, RW, MAP_PRIVATE, fd, 3);
    check_bytes("the last page", last, TEST_PAGE - 100, 3 * TEST_PAGE, 1);
    CHECK(last[TEST_PAGE - 100] == 0 && last[TEST_PAGE - 1] == 0, "zeros past the end");
    char *private = map(NULL, 2 * TEST_PAGE, RW, MAP_PRIVATE, fd, 1);
    char *shared = map(NULL, 3 * TEST_PAGE, RW, MAP_SHARED, fd, 0);
    check_bytes("private", private, 2 * TEST_PAGE, TEST_PAGE, 1);
    private[0] = shared[2 * TEST_PAGE] = 'p';
    CHECK(private[TEST_PAGE] == 'p', "a private page not yet written shows the file");
    char c;
    seek(fd, TEST_PAGE);
    CHECK(read(fd, &c, 1) == 1 && c == (char)pattern(TEST_PAGE, 1), "what is private stays so");
    seek(fd, 2 * TEST_PAGE);
    CHECK(read(fd, &c, 1) == 1 && c == 'p', "what is shared is in the file");
    REQUIRE(munmap2(private, 2 * TEST_PAGE) == 0 && munmap2(shared, 3 * TEST_PAGE) == 0, "munmap2");
    CHECK(dies(private, false) && dies(shared + TEST_PAGE, false), "unmapped");

    int ro = open2("sample", O_RDONLY), wo = open2("sample", O_WRONLY);
    CHECK(mman_error(mmap2(NULL, TEST_PAGE, RW, MAP_SHARED, ro, 0)) == -EACCES,
          "not open to write");
    CHECK(mman_error(mmap2(NULL, TEST_PAGE, PROT_READ, MAP_SHARED, wo, 0)) == -EACCES,
          "not open to read");
    char *p = map(NULL, TEST_PAGE, PROT_READ, MAP_SHARED, ro, 0);
    CHECK(mprotect(p, TEST_PAGE, RW) == -EACCES, "nor by mprotect");
    CHECK(dies(p, true) && !dies(p, false), "read only");
    munmap2(p, TEST_PAGE);
    close(ro);
    close(wo);
}

static void check_parts(void)
{
    char *p = map(NULL, 8 * TEST_PAGE, RW, FRESH, -1, 0);
    for (int i = 0; i < 8; i++)
        p[i * TEST_PAGE] = i + 1;
    REQUIRE(munmap2(p + 2 * TEST_PAGE, 3 * TEST_PAGE) == 0, "munmap2");
    CHECK(p[TEST_PAGE] == 2 && p[5 * TEST_PAGE] == 6 && dies(p + 2 * TEST_PAGE, false) &&
              dies(p + 4 * TEST_PAGE, false),
          "a hole in the middle");
    CHECK(map(p + 3 * TEST_PAGE, TEST_PAGE, RW, FRESH | MAP_FIXED, -1, 0) == p + 3 * TEST_PAGE &&
              p[3 * TEST_PAGE] == 0,
          "fresh memory in it");
    map(p, TEST_PAGE, RW, FRESH | MAP_FIXED, -1, 0);
    CHECK(p[0] == 0 && p[TEST_PAGE] == 2, "over what was there");
    CHECK(mprotect(p + 5 * TEST_PAGE, TEST_PAGE, PROT_READ) == 0 && dies(p + 5 * TEST_PAGE, true) &&
              !dies(p + 6 * TEST_PAGE, true) && p[5 * TEST_PAGE] == 6,
          "one page read-only");
    CHECK(mprotect(p + 6 * TEST_PAGE, 2 * TEST_PAGE, PROT_NONE) == 0 &&
              dies(p + 7 * TEST_PAGE, false),
          "no access");
    CHECK(mprotect(p + 5 * TEST_PAGE, 3 * TEST_PAGE, RW) == 0 && ++p[5 * TEST_PAGE] == 7 &&
              ++p[7 * TEST_PAGE] == 9,
          "and all again");
    CHECK(mprotect(p, 8 * TEST_PAGE, RW) == -ENOMEM, "mprotect over a hole");
    CHECK(munmap2(p, 8 * TEST_PAGE) == 0 && munmap2(p, 8 * TEST_PAGE) == 0, "all of it, twice");
    char *far = map((void *)0x20000000, TEST_PAGE, RW, FRESH, -1, 0);
    CHECK(far == (char *)0x20000000, "a hint");
    CHECK(map(far, TEST_PAGE, RW, FRESH, -1, 0) != far, "a hint where something is");
}

static void check_heap(void)
{
    char *start = sbrk(0);
    CHECK(sbrk(10) == start && sbrk(5000) == start + 10, "the heap grows");
    memset(start, 'h', 5010);
    CHECK(sbrk(100 * TEST_PAGE) == start + 5010 && start[5009] == 'h' && start[5010] == 0,
          "and keeps what is in it");
    CHECK(sbrk(-100 * TEST_PAGE - 5000) == start + 5010 + 100 * TEST_PAGE && sbrk(0) == start + 10,
          "and shrinks");
    CHECK(dies(start + TEST_PAGE, false) && !dies(start, true), "to the page");
    CHECK(sbrk(5000) != (void *)-1 && start[9] == 'h' && start[TEST_PAGE] == 0, "zeros again");
    CHECK(sbrk(-5010) == start + 5010 && sbrk(0) == start && dies(start, false), "to nothing");
    CHECK(sbrk(-1) == (void *)-1 && sbrk(0x7fffffff) == (void *)-1 &&
              sbrk(-0x7fffffff - 1) == (void *)-1 && sbrk(0) == start,
          "not below its start, not beyond memory");
}

int main(void)
{
    make_file("sample", 4 * TEST_PAGE - 100, 1);
    int fd = open_file("sample");
    check_files(fd);
    check_parts();
    check_heap();
    return EXIT_SUCCESS;
}
