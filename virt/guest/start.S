/* SPDX-License-Identifier: MIT
 * A guest's first bytes: the Multiboot header, and the way to runtime_main().
 */
#define MULTIBOOT_MAGIC 0x1badb002
#define MULTIBOOT_FLAGS 2 /* Tell about memory. */
#include "virt/guest/selectors.h"

#define STACK_SIZE 8192
#define OTHER_STACK_SHIFT 12

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

/* Another CPU: its number in EBX, as vmm has it. */
    .globl start_other
start_other:
    cli
    cld
    cmpl $CPUS_MAX, %ebx
    jae 1f
    movl %ebx, %eax
    shll $OTHER_STACK_SHIFT, %eax
    leal other_stacks(%eax), %esp
    xorl %ebp, %ebp
    pushl %ebp
    popfl
    pushl %ebx
    pushl %ebp
    jmp smp_main
1:
    hlt
    jmp 1b

    .bss
    .balign 16
other_stacks: /* CPU 1's ends after the first piece, and so on. */
    .skip (CPUS_MAX - 1) << OTHER_STACK_SHIFT
    .skip STACK_SIZE
stack_end:

    .section .note.GNU-stack, "", @progbits
