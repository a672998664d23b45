/* SPDX-License-Identifier: MIT
 * munmap() ends all of a mapping that mprotect() has cut in pieces, and nothing that was mapped in
 * its place since.
 */
#include <mman.h>
#include <unistd.h>
#include "tests/lib.h"

#define FLAGS (MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED)

static bool is_mapped(char *p)
{
    return mprotect(p, TEST_PAGE, PROT_READ) == 0;
}

int main(void)
{
    char *map = MAP_AREA;
    make_file("sample", 5 * TEST_PAGE, 1);
    int fd = open_file("sample");

    mapid_t id = mmap(fd, map);
    REQUIRE(mprotect(map + TEST_PAGE, TEST_PAGE, PROT_READ) == 0, "mprotect");
    munmap(id);
    for (int i = 0; i < 5; i++)
        REQUIRE(!is_mapped(map + i * TEST_PAGE), "page %d is mapped still", i);
    msg("all pieces go");

    id = mmap(fd, map);
    REQUIRE(mmap2(map + 2 * TEST_PAGE, TEST_PAGE, PROT_READ, FLAGS, -1, 0) == map + 2 * TEST_PAGE,
            "mmap2");
    munmap(id);
    for (int i = 0; i < 5; i++)
        REQUIRE(is_mapped(map + i * TEST_PAGE) == (i == 2), "page %d", i);
    msg("what was mapped in the midst stays, and nothing else");
    return EXIT_SUCCESS;
}
