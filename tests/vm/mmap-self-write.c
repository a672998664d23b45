/* SPDX-License-Identifier: MIT
 * A file is written from a mapping of itself, and read into it, whole and shifted, with fewer
 * frames than it has pages: no deadlock, and the bytes are right.
 *
 * @options: -ul=40 -cache=20
 * @matrix: evict=clock,fifo,random jitter=1..3
 */
#include "tests/lib.h"

#define SIZE (64 * TEST_PAGE)

int main(void)
{
    make_file("sample", SIZE, 1);
    int fd = open_file("sample");
    REQUIRE(mmap(fd, MAP_AREA) != MAP_FAILED, "mmap");
    CHECK(write(fd, MAP_AREA, SIZE) == SIZE, "write the file from its own mapping");
    check_bytes("mapping", MAP_AREA, SIZE, 0, 1);
    seek(fd, 0);
    CHECK(read(fd, MAP_AREA, SIZE) == SIZE, "read the file into its own mapping");
    check_bytes("mapping", MAP_AREA, SIZE, 0, 1);

    /* The first half over the second, page by page from other places of the page. */
    seek(fd, SIZE / 2);
    CHECK(write(fd, MAP_AREA + 100, SIZE / 2) == SIZE / 2, "write it to another place");
    for (int page = 0; page < SIZE / 2 / TEST_PAGE - 1; page++)
        check_bytes("second half", MAP_AREA + SIZE / 2 + page * TEST_PAGE, TEST_PAGE,
                    100 + page * TEST_PAGE, 1);
    return EXIT_SUCCESS;
}
