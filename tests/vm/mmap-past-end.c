/* SPDX-License-Identifier: MIT
 * Past the end of a mapped file the rest of its last page is zero, may be written, and does not
 * reach the file; the page after that is not mapped.
 */
#include "tests/lib.h"

#define SIZE 5000

static void map_sample(void)
{
    REQUIRE(mmap(open_file("sample"), MAP_AREA) != MAP_FAILED, "mmap");
}

static void read_next_page(void)
{
    map_sample();
    (void)*(volatile char *)(MAP_AREA + 2 * TEST_PAGE);
}

static const struct test_case cases[] = {{"next", read_next_page}};

static void check_tail(void)
{
    int fd = open_file("sample");
    mapid_t map = mmap(fd, MAP_AREA);
    REQUIRE(map != MAP_FAILED, "mmap");
    check_bytes("mapping", MAP_AREA, SIZE, 0, 1);
    for (int i = SIZE; i < 2 * TEST_PAGE; i++)
        REQUIRE(MAP_AREA[i] == 0, "byte %d is %#x", i, MAP_AREA[i]);
    msg("the tail is zero");
    for (int i = SIZE; i < 2 * TEST_PAGE; i++)
        MAP_AREA[i] = 'x';
    CHECK(filesize(fd) == SIZE, "writing there makes the file no longer");
    munmap(map);
    check_file("sample", SIZE, 1);
    close(fd);
}

int main(int argc, char *argv[])
{
    if (argc == 1) {
        make_file("sample", SIZE, 1);
        check_tail();
    }
    return expect_killed(argc, argv, cases, 1);
}
