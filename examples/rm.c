/* SPDX-License-Identifier: MIT
 * Removes files.
 */
#include <stdio.h>
#include <syscall.h>

int main(int argc, char *argv[])
{
    int status = EXIT_SUCCESS;
    for (int i = 1; i < argc; i++)
        if (!remove(argv[i])) {
            printf("rm: %s: cannot be removed\n", argv[i]);
            status = EXIT_FAILURE;
        }
    return status;
}
