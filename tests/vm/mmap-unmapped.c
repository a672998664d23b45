/* SPDX-License-Identifier: MIT
 * After munmap the pages are gone, those of other mappings are not, and the place can be mapped
 * again; a number that names no mapping does nothing; a child has none of its parent's mappings.
 */
#include "tests/lib.h"

static void use_unmapped(void)
{
    mapid_t map = mmap(open_file("sample"), MAP_AREA);
    REQUIRE(map != MAP_FAILED && MAP_AREA[5000] == (char)pattern(5000, 1), "mmap");
    munmap(map);
    (void)*(volatile char *)(MAP_AREA + 5000);
}

static void use_parents(void)
{
    (void)*(volatile char *)(MAP_AREA + 5000);
}

static const struct test_case cases[] = {{"unmapped", use_unmapped}, {"parents", use_parents}};

static void check_others(void)
{
    int fd = open_file("sample");
    mapid_t a = mmap(fd, MAP_AREA), b = mmap(fd, MAP_AREA + 0x10000);
    REQUIRE(a != MAP_FAILED && b != MAP_FAILED && a != b, "mmap, twice");
    munmap(-1);
    munmap(b + 1);
    munmap(12345678);
    check_bytes("a", MAP_AREA, 9000, 0, 1);
    check_bytes("b", MAP_AREA + 0x10000, 9000, 0, 1);
    msg("numbers that name no mapping");
    munmap(a);
    munmap(a);
    check_bytes("b", MAP_AREA + 0x10000, 9000, 0, 1);
    msg("the other mapping is still there");
    CHECK(mmap(fd, MAP_AREA) != MAP_FAILED, "mapped again");
    check_bytes("a", MAP_AREA, 9000, 0, 1);
}

int main(int argc, char *argv[])
{
    if (argc == 1) {
        make_file("sample", 9000, 1);
        check_others();
    }
    return expect_killed(argc, argv, cases, 2);
}
