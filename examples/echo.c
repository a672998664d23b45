/* SPDX-License-Identifier: MIT
 * Prints its arguments.
 */
#include <stdio.h>
#include <syscall.h>

int main(int argc, char *argv[])
{
    for (int i = 1; i < argc; i++)
        printf("%s%s", i > 1 ? " " : "", argv[i]);
    printf("\n");
    return EXIT_SUCCESS;
}
