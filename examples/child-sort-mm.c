/* SPDX-License-Identifier: MIT
 * Sorts the bytes of a file in a mapping of it.
 *
 *     child-sort-mm FILE
 *
 * @sources: examples/lib/sort-bytes.c
 */
#include "examples/lib/merge.h"
#include "tests/lib.h"

int main(int argc, char *argv[])
{
    unsigned char *bytes = (unsigned char *)MAP_AREA;
    REQUIRE(argc == 2, "usage: child-sort-mm FILE");
    int fd = open_file(argv[1]);
    REQUIRE(mmap(fd, bytes) != MAP_FAILED, "mmap \"%s\"", argv[1]);
    sort_bytes(bytes, filesize(fd));
    return EXIT_SUCCESS;
}
