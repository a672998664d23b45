/* SPDX-License-Identifier: MIT
 * Says hello.
 */
#include <stdio.h>
#include <syscall.h>

int main(void)
{
    printf("Hello from a user program.\n");
    return EXIT_SUCCESS;
}
