/* SPDX-License-Identifier: MIT
 * A guest without a loader: one sector, entered in real mode at 0:7c00, as a PC enters a disk's first.
 *
 * Says "flat: " and, in each mode it comes to, a letter:  R real mode, I an interrupt there, P
 * protected mode, G paging on (through another address), p paging off, r real mode again, i an
 * interrupt there; then "passed" or "FAILED".
 */
#define COM1 0x3f8
#define LINE_STATUS (COM1 + 5)
#define CAN_SEND 0x20
#define PORT_EXIT 0xf4
#define VECTOR 0x60
#define DIRECTORY 0x9000
#define ALIAS 0x80000000
#define CR0_PE 1
#define CR0_PG 0x80000000
#define CR4_PSE 0x10
#define LARGE 0x83 /* Present, writable, 4 MB. */

    .code16
    .text
    .globl _start
_start:
    cli
    cld
    xorw %ax, %ax
    movw %ax, %ds
    movw %ax, %es
    movw %ax, %ss
    movw $0x7c00, %sp
    ljmp $0, $1f
1:
    movw $title, %si
    call say
    movb $'R', %al
    call put
    movw $handler, VECTOR * 4
    movw $0, VECTOR * 4 + 2
    movb $'I', %bl
    int $VECTOR
    lgdt gdt_register
    movl %cr0, %eax
    orb $CR0_PE, %al
    movl %eax, %cr0
    ljmpl $0x08, $protected

    .code32
protected:
    movw $0x10, %ax
    movw %ax, %ds
    movw %ax, %es
    movw %ax, %ss
    movzwl %sp, %esp
    movb $'P', %al
    call put32
    movl $DIRECTORY, %edi
    xorl %eax, %eax
    movl $1024, %ecx
    rep stosl
    movl $LARGE, DIRECTORY
    movl $LARGE, DIRECTORY + (ALIAS >> 20)
    movl %cr4, %eax
    orb $CR4_PSE, %al
    movl %eax, %cr4
    movl $DIRECTORY, %eax
    movl %eax, %cr3
    movl %cr0, %eax
    orl $CR0_PG, %eax
    movl %eax, %cr0
    movb ALIAS + letters, %al
    movl %cs:ALIAS + letters, %ebx
    movb $'p', ALIAS + letters
    call put32
    movl %cr0, %eax
    andl $~CR0_PG, %eax
    movl %eax, %cr0
    movb letters, %al
    call put32
    ljmp $0x18, $leave

    .code16
leave:
    movw $0x20, %ax
    movw %ax, %ds
    movw %ax, %es
    movw %ax, %ss
    movl %cr0, %eax
    andb $~CR0_PE, %al
    movl %eax, %cr0
    ljmp $0, $real
real:
    xorw %ax, %ax
    movw %ax, %ds
    movw %ax, %es
    movw %ax, %ss
    movb $'r', %al
    call put
    movb $'i', %bl
    int $VECTOR
    movl DIRECTORY, %eax
    xorl %edx, %edx
    movw $failed, %si
    cmpb $LARGE + 0x20, %al /* Accessed; not dirty: the last writes went through the alias. */
    je 2f
    cmpb $LARGE + 0x60, %al
    je 2f
    incw %dx
    jmp 3f
2:
    movw $passed, %si
3:
    pushw %dx
    call say
    popw %dx
    movzwl %dx, %eax
    outl %eax, $PORT_EXIT
4:
    cli
    hlt
    jmp 4b

handler:
    movb %bl, %al
    call put
    iretw

say:
    lodsb
    testb %al, %al
    jz 5f
    call put
    jmp say
5:
    ret

put:
    movb %al, %ah
    movw $LINE_STATUS, %dx
6:
    inb %dx, %al
    testb $CAN_SEND, %al
    jz 6b
    movb %ah, %al
    movw $COM1, %dx
    outb %al, %dx
    ret

    .code32
put32:
    movb %al, %ah
    movw $LINE_STATUS, %dx
7:
    inb %dx, %al
    testb $CAN_SEND, %al
    jz 7b
    movb %ah, %al
    movw $COM1, %dx
    outb %al, %dx
    ret

title:
    .asciz "flat: "
passed:
    .asciz "\nflat: passed\n"
failed:
    .asciz "\nflat: FAILED\n"
letters:
    .ascii "Gxxx"

    .balign 8
gdt:
    .quad 0
    .quad 0x00cf9b000000ffff /* 08: 32-bit code. */
    .quad 0x00cf93000000ffff /* 10: data. */
    .quad 0x00009b000000ffff /* 18: 16-bit code, as real mode's. */
    .quad 0x000093000000ffff /* 20: data. */
gdt_register:
    .word gdt_register - gdt - 1
    .long gdt

    .org 510
    .word 0xaa55

    .section .note.GNU-stack, "", @progbits
