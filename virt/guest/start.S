/* SPDX-License-Identifier: MIT
 * A guest's first bytes: the Multiboot header, and the way to runtime_main().
 */
#define MULTIBOOT_MAGIC 0x1badb002
#define MULTIBOOT_FLAGS 2 /* Tell about memory. */
#define STACK_SIZE 8192

    .section .multiboot, "a"
    .balign 4
    .long MULTIBOOT_MAGIC, MULTIBOOT_FLAGS, -(MULTIBOOT_MAGIC + MULTIBOOT_FLAGS)

    .text
    .globl _start
_start:
    cli
    cld
    movl $stack_end, %esp
    xorl %ebp, %ebp
    pushl %ebp
    popfl
    pushl %ebx
    pushl %eax
    pushl %ebp
    jmp runtime_main

    .bss
    .balign 16
    .skip STACK_SIZE
stack_end:

    .section .note.GNU-stack, "", @progbits
