/* SPDX-License-Identifier: MIT
 * Prints files.
 */
#include <stdio.h>
#include <syscall.h>

static bool cat(const char *name)
{
    char buffer[1024];
    int n, fd = open(name);
    if (fd < 0) {
        printf("cat: %s: cannot be opened\n", name);
        return false;
    }
    while ((n = read(fd, buffer, sizeof buffer)) > 0)
        write(STDOUT_FILENO, buffer, n);
    close(fd);
    return n == 0;
}

int main(int argc, char *argv[])
{
    bool good = true;
    for (int i = 1; i < argc; i++)
        good = cat(argv[i]) && good;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
