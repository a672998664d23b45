/* SPDX-License-Identifier: MIT
 * Prints its arguments; with -n in front without a newline behind.
 */
#include <stdio.h>
#include <string.h>
#include <syscall.h>

int main(int argc, char *argv[])
{
    int first = argc > 1 && strcmp(argv[1], "-n") == 0 ? 2 : 1;
    for (int i = first; i < argc; i++)
        printf("%s%s", i > first ? " " : "", argv[i]);
    if (first == 1)
        printf("\n");
    return EXIT_SUCCESS;
}
