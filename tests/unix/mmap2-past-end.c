/* SPDX-License-Identifier: MIT
 * A shared mapping longer than its file ends with the file's last page: what is behind was promised
 * to nobody and cannot be touched, neither by the process nor by a call of it, nor once the mapping
 * is in pieces.
 */
#include <errno.h>
#include <mman.h>
#include <unistd.h>
#include "tests/lib.h"

#define SIZE 5000

static int map_sample(void)
{
    int fd = open_file("sample");
    void *p =
        mmap2(MAP_AREA, 100 * TEST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
    REQUIRE(p == MAP_AREA, "mmap2");
    MAP_AREA[2 * TEST_PAGE - 1] = 'x';
    return fd;
}

static void read_behind(void)
{
    map_sample();
    (void)*(volatile char *)(MAP_AREA + 2 * TEST_PAGE);
}

static void write_behind(void)
{
    map_sample();
    MAP_AREA[50 * TEST_PAGE] = 1;
}

static void write_last_piece(void)
{
    map_sample();
    munmap2(MAP_AREA + 3 * TEST_PAGE, TEST_PAGE);
    MAP_AREA[4 * TEST_PAGE] = 1;
}

static void check_call(void)
{
    struct stat *st = (struct stat *)(MAP_AREA + 2 * TEST_PAGE);
    int fd = map_sample();
    REQUIRE(fstat(fd, st) == -EFAULT, "fstat");
    exit(-1); /* As the others end. */
}

static const struct test_case cases[] = {{"read", read_behind},
                                         {"write", write_behind},
                                         {"last-piece", write_last_piece},
                                         {"call", check_call}};

int main(int argc, char *argv[])
{
    if (argc == 1)
        make_file("sample", SIZE, 1);
    return expect_killed(argc, argv, cases, sizeof cases / sizeof *cases);
}
