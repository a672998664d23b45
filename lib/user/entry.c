/* SPDX-License-Identifier: MIT
 * Where a program begins.
 */
#include <syscall.h>

int main(int argc, char *argv[]);
void _start(int argc, char *argv[]);

/* The kernel enters here with ARGC, ARGV and a return address of 0 on the stack. */
void _start(int argc, char *argv[])
{
    exit(main(argc, argv));
}
