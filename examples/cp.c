/* SPDX-License-Identifier: MIT
 * Copies a file to a new one.
 */
#include <stdio.h>
#include <syscall.h>

static bool copy(int from, int to)
{
    char buffer[1024];
    int n;
    while ((n = read(from, buffer, sizeof buffer)) > 0)
        if (write(to, buffer, n) != n)
            return false;
    return n == 0;
}

int main(int argc, char *argv[])
{
    if (argc != 3) {
        printf("usage: cp OLD NEW\n");
        return EXIT_FAILURE;
    }
    int from = open(argv[1]);
    if (from < 0) {
        printf("cp: %s: cannot be opened\n", argv[1]);
        return EXIT_FAILURE;
    }
    int to = create(argv[2], filesize(from)) ? open(argv[2]) : -1;
    if (to < 0 || !copy(from, to)) {
        printf("cp: %s: cannot be written\n", argv[2]);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
