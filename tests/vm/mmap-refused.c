/* SPDX-License-Identifier: MIT
 * mmap refuses: address 0, a misaligned one, kernel space, the end of user space, an empty file,
 * what is mapped already (text, data, stack, another mapping, in part or whole); and refusing
 * leaves everything as it was.
 */
#include "tests/lib.h"

static int data = 4711;
static char bss[3 * TEST_PAGE];

static char *page_of(const void *p)
{
    return test_address((uintptr_t)p & ~(TEST_PAGE - 1));
}

int main(void)
{
    int local = 1;
    make_file("sample", 2 * TEST_PAGE + 1, 1);
    make_file("empty", 0, 1);
    int fd = open_file("sample");

    CHECK(mmap(fd, NULL) == MAP_FAILED, "address 0");
    CHECK(mmap(fd, MAP_AREA + 1) == MAP_FAILED, "a misaligned address");
    CHECK(mmap(fd, MAP_AREA + 2048) == MAP_FAILED, "half a page");
    CHECK(mmap(fd, KERNEL_ADDRESS) == MAP_FAILED, "kernel space");
    CHECK(mmap(fd, USER_END) == MAP_FAILED, "the kernel's first page");
    CHECK(mmap(fd, test_address(0xfffff000)) == MAP_FAILED, "the last page of all");
    CHECK(mmap(open_file("empty"), MAP_AREA) == MAP_FAILED, "an empty file");

    CHECK(mmap(fd, page_of(main)) == MAP_FAILED, "over the text");
    CHECK(mmap(fd, page_of(main) - TEST_PAGE) == MAP_FAILED, "up into the text");
    CHECK(mmap(fd, page_of(&data)) == MAP_FAILED, "over the data");
    CHECK(mmap(fd, page_of(bss + TEST_PAGE)) == MAP_FAILED, "over the bss");
    CHECK(mmap(fd, page_of(&local)) == MAP_FAILED, "over the stack");
    CHECK(mmap(fd, USER_END - TEST_PAGE) == MAP_FAILED, "past the end of user space");

    CHECK(mmap(fd, MAP_AREA + 4 * TEST_PAGE) != MAP_FAILED, "a good address");
    for (int i = 2; i <= 6; i++)
        REQUIRE(mmap(fd, MAP_AREA + i * TEST_PAGE) == MAP_FAILED, "page %d overlaps", i);
    msg("over another mapping");
    CHECK(mmap(fd, MAP_AREA + TEST_PAGE) != MAP_FAILED, "just below it");
    CHECK(mmap(fd, MAP_AREA + 7 * TEST_PAGE) != MAP_FAILED, "just above it");
    for (int i = 1; i <= 7; i += 3)
        check_bytes("mapping", MAP_AREA + i * TEST_PAGE, 2 * TEST_PAGE + 1, 0, 1);
    CHECK(data == 4711 && local == 1 && bss[5] == 0, "nothing else has changed");
    return EXIT_SUCCESS;
}
