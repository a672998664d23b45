/* SPDX-License-Identifier: MIT
 * Sorts the bytes of a file, in memory, by counting them.
 *
 *     child-sort FILE
 */
#include <string.h>
#include "examples/lib/merge.h"
#include "tests/lib.h"

static unsigned char buffer[MERGE_CHUNK_SIZE];

static void sort_by_counting(size_t n)
{
    size_t counts[256] = {0};
    for (size_t i = 0; i < n; i++)
        counts[buffer[i]]++;
    unsigned char *p = buffer;
    for (int value = 0; value < 256; value++) {
        memset(p, value, counts[value]);
        p += counts[value];
    }
}

int main(int argc, char *argv[])
{
    REQUIRE(argc == 2, "usage: child-sort FILE");
    int fd = open_file(argv[1]);
    int n = read(fd, buffer, sizeof buffer);
    REQUIRE(n >= 0, "read \"%s\": %d", argv[1], n);
    sort_by_counting(n);
    seek(fd, 0);
    REQUIRE(write(fd, buffer, n) == n, "write \"%s\"", argv[1]);
    return EXIT_SUCCESS;
}
