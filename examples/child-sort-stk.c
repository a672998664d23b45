/* SPDX-License-Identifier: MIT
 * Sorts the bytes of a file on the stack.
 *
 *     child-sort-stk FILE
 *
 * @sources: examples/lib/sort-bytes.c
 */
#include "examples/lib/merge.h"
#include "tests/lib.h"

int main(int argc, char *argv[])
{
    unsigned char bytes[MERGE_CHUNK_SIZE];
    REQUIRE(argc == 2, "usage: child-sort-stk FILE");
    int fd = open_file(argv[1]);
    int n = read(fd, bytes, sizeof bytes);
    REQUIRE(n >= 0, "read \"%s\": %d", argv[1], n);
    sort_bytes(bytes, n);
    seek(fd, 0);
    REQUIRE(write(fd, bytes, n) == n, "write \"%s\"", argv[1]);
    return EXIT_SUCCESS;
}
