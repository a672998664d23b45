/* SPDX-License-Identifier: MIT
 * The kernel's first bytes: Multiboot header, and the way from flat physical addresses to main().
 *
 * Entered in 32-bit protected mode without paging, EAX and EBX as a Multiboot loader leaves them
 * (our own MBR loader does as one); everything here runs at physical addresses until the jump to
 * `high`.  The page directory made here is the kernel's for good; mmu_init() finishes it.
 */
#include "threads/loader.h"
#include "threads/pte.h"
#include "threads/vaddr.h"

#define PHYS(sym) ((sym) - LOADER_PHYS_BASE)

#define MULTIBOOT_FLAGS 3 /* Modules on page boundaries; tell about memory. */

#define CPUID_PSE (1 << 3)
#define CPUID_TSC (1 << 4)
#define CPUID_CMOV (1 << 15)
#define CPUID_NEEDED (CPUID_PSE | CPUID_TSC | CPUID_CMOV)

#define CR0_MP 0x00000002
#define CR0_EM 0x00000004 /* Floating point traps: nobody saves its registers. */
#define CR0_WP 0x00010000
#define CR0_PG 0x80000000
#define CR4_PSE 0x00000010

#define BOOT_STACK_SIZE 4096

    .section .head, "ax"
    jmp start /* The MBR loader enters at the image's first byte. */

    .balign 4
    .long MULTIBOOT_MAGIC, MULTIBOOT_FLAGS, -(MULTIBOOT_MAGIC + MULTIBOOT_FLAGS)

    .globl start_physical
    .set start_physical, PHYS(start)
start:
    cli
    cld
    movl %eax, %esi
    movl %ebx, %ebp
    movl $PHYS(boot_stack_top), %esp

    /* A flat image brings no zeroed bss. */
    movl $PHYS(__bss_start), %edi
    movl $PHYS(_end) + 3, %ecx
    subl %edi, %ecx
    shrl $2, %ecx
    xorl %eax, %eax
    rep stosl

    movl $1, %eax
    cpuid
    andl $CPUID_NEEDED, %edx
    cmpl $CPUID_NEEDED, %edx
    jne unfit

    /* Map all RAM there may be at PHYS_BASE, and the first 4 MB where we are. */
    movl $(PTE_P | PTE_W | PDE_PS), %eax
    movl %eax, PHYS(kernel_pagedir)
    movl $PHYS(kernel_pagedir) + PDE_KERNEL * 4, %edi
    movl $(RAM_MAX / PDE_SPAN), %ecx
1:  stosl
    addl $PDE_SPAN, %eax
    loop 1b

    movl %cr4, %eax
    orl $CR4_PSE, %eax
    movl %eax, %cr4
    movl $PHYS(kernel_pagedir), %eax
    movl %eax, %cr3
    movl %cr0, %eax
    orl $(CR0_PG | CR0_WP | CR0_EM | CR0_MP), %eax
    movl %eax, %cr0
    movl $high, %eax
    jmp *%eax
high:
    movl $boot_stack_top, %esp
    movl %esi, %eax
    movl %ebp, %edx
    xorl %ebp, %ebp
    pushl %ebp /* A return address that ends backtraces. */
    jmp main

/* void start_on_stack(void *top, void (*fn)(void)): goes on in FN on another stack, for good. */
    .globl start_on_stack
    .type start_on_stack, @function
start_on_stack:
    movl %eax, %esp
    xorl %ebp, %ebp
    pushl %ebp
    jmp *%edx

/* The CPU cannot run this kernel: say so on the serial port and the screen, and leave. */
unfit:
    movl $PHYS(unfit_text), %esi
    movl $0xb8000, %edi
    movw $0x3f8, %dx
    movb $0x07, %ah
1:  lodsb
    testb %al, %al
    jz 2f
    stosw
    outb %al, %dx
    jmp 1b
2:  movb $0x33, %al /* The outcome "refused"; then QEMU's, and Bochs's, power switch. */
    outb %al, $0xf4
    movw $0x604, %dx
    movw $0x2000, %ax
    outw %ax, %dx
    movl $PHYS(shutdown_text), %esi
    movl $8, %ecx
    movw $0x8900, %dx
    rep outsb
3:  hlt
    jmp 3b

    .section .rodata
unfit_text:
    .asciz "Pageturner needs a CPU with 4 MB pages, CMOV and TSC (a Pentium Pro or later).\r\n"
shutdown_text:
    .ascii "Shutdown"

    .bss
    .balign 4096
    .globl kernel_pagedir
kernel_pagedir:
    .skip 4096

/* For booting, and then for the double-fault task. */
    .skip BOOT_STACK_SIZE
    .globl boot_stack_top
boot_stack_top:

    .section .note.GNU-stack, "", @progbits
