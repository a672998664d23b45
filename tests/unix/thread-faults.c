/* SPDX-License-Identifier: MIT
 * While one thread waits for the pages of files to come from the disk, another goes on mapping,
 * touching and unmapping memory of the same process: a fault that needs the disk blocks none that
 * does not.
 *
 * @icount: 5
 * @options: -ram-latency=100000
 * @plain: yes
 */
#include <mman.h>
#include <thread.h>
#include <unistd.h>
#include "tests/lib.h"

#define CALIBRATION 200

#define DISK_NS 100000000

static const char *const files[] = {"sh", "sort", "vmm"};
static volatile unsigned rounds;
static volatile bool done;

static int64_t now(void)
{
    struct timespec t;
    time(&t);
    return t.tv_sec * 1000000000 + t.tv_nsec;
}

static void round(void)
{
    char *page = mmap2(NULL, TEST_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(mman_error(page) == 0, "mmap2");
    *page = 1;
    REQUIRE(munmap2(page, TEST_PAGE) == 0, "munmap2");
    rounds++;
}

static void go_round(void *arg)
{
    while (!done)
        round();
}

/* Touches a page that only the disk has.  The other thread has the CPU meanwhile. */
static void touch(const char *name, unsigned alone)
{
    int fd = open_file(name);
    volatile char *page = mmap2(NULL, TEST_PAGE, PROT_READ, MAP_PRIVATE, fd, 1);
    REQUIRE(mman_error((void *)page) == 0, "mmap2 of %s", name);
    int64_t start = now();
    unsigned before = rounds;
    (void)*page;
    unsigned went = rounds - before, took = now() - start;
    REQUIRE(took > DISK_NS * 9 / 10, "a page of %s came in %u ns", name, took);
    REQUIRE(went > took / alone / 2, "in %u ns the other thread went %u rounds of %u ns", took,
            went, alone);
    close(fd);
}

int main(void)
{
    int64_t start = now();
    for (int i = 0; i < CALIBRATION; i++)
        round();
    unsigned alone = (now() - start) / CALIBRATION;
    int tid = thread_start(go_round, NULL);
    REQUIRE(tid > 0, "thread_start");
    for (unsigned i = 0; i < sizeof files / sizeof *files; i++)
        touch(files[i], alone);
    done = true;
    REQUIRE(thread_join(tid, NULL) == 0, "thread_join");
    msg("the other thread was not blocked");
    return EXIT_SUCCESS;
}
