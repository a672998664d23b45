/* SPDX-License-Identifier: MIT
 * A mapping stays good when its file is closed and when the file is removed.
 */
#include "tests/lib.h"

int main(void)
{
    make_file("closed", 9000, 1);
    make_file("removed", 9000, 2);
    char *map = MAP_AREA, *map2 = MAP_AREA + 0x100000;
    int fd = open_file("closed"), fd2 = open_file("removed");
    REQUIRE(mmap(fd, map) != MAP_FAILED && mmap(fd2, map2) != MAP_FAILED, "mmap");
    close(fd);
    check_bytes("closed", map, 9000, 0, 1);
    msg("closed, then used");
    CHECK(remove("removed"), "remove");
    close(fd2);
    CHECK(open("removed") == -1, "its name is gone");
    make_file("removed", 9000, 3);
    check_bytes("removed", map2, 9000, 0, 2);
    map2[5000] = 'x';
    CHECK(map2[5000] == 'x', "removed, then used");
    check_file("removed", 9000, 3);
    msg("a new file of that name is another");
    return EXIT_SUCCESS;
}
