/* SPDX-License-Identifier: MIT
 * A mapping, read and write see the same bytes at once, both ways; so do two mappings of one file.
 */
#include <string.h>
#include "tests/lib.h"

#define SIZE 20000

int main(void)
{
    static char buffer[SIZE];
    make_file("sample", SIZE, 1);
    int fd = open_file("sample"), fd2 = open_file("sample");
    char *map = MAP_AREA, *map2 = MAP_AREA + 0x100000;
    REQUIRE(mmap(fd, map) != MAP_FAILED && mmap(fd2, map2) != MAP_FAILED, "mmap, twice");
    check_bytes("the mapping", map, SIZE, 0, 1);
    check_bytes("the other", map2, SIZE, 0, 1);
    msg("both show the file");

    memcpy(map + 4090, "mapped", 6);
    CHECK(memcmp(map2 + 4090, "mapped", 6) == 0, "one mapping shows what the other wrote");
    seek(fd, 4090);
    CHECK(read(fd, buffer, 6) == 6 && memcmp(buffer, "mapped", 6) == 0, "so does read");
    seek(fd2, 12286);
    CHECK(write(fd2, "written", 7) == 7, "write");
    CHECK(memcmp(map + 12286, "written", 7) == 0, "the mapping shows what was written");
    return EXIT_SUCCESS;
}
