/* SPDX-License-Identifier: MIT
 * The master boot record: loads the kernel from its partition and starts it.  See loader.h.
 *
 * Runs in real mode with all data segments 0.  Sectors come in by the BIOS's extended read, up to
 * 127 at a time, into a buffer below 1 MB; each bufferful is then copied to where it belongs, above
 * 1 MB, with the data segments briefly switched to flat 4 GB ones.  The code must fit into 440
 * bytes: hence the terse messages, and variables that lie beyond the sector.
 *
 * EBP counts the sectors still to be read.
 */
#include "threads/loader.h"

#define READ_MAX 127 /* Sectors a call: some BIOSes take no more. */
#define SEL_CODE 0x08
#define SEL_DATA 0x10

/* Variables, behind the boot sector. */
#define drive 0x7e00  /* BIOS number of the disk we came from. */
#define target 0x7e04 /* Physical address of the next sector. */

    .code16
    .text
    .globl loader_start
loader_start:
    cld
    xorl %eax, %eax
    movw %ax, %ds
    movw %ax, %es
    movw %ax, %ss
    movw $LOADER_STACK, %sp
    sti
    movb %dl, drive
    movl $LOADER_KERN_BASE, target

    /* Our partition: active, and of our type. */
    movw $LOADER_STACK + LOADER_PARTITIONS, %bx
1:  cmpb $0x80, (%bx)
    jne 2f
    cmpb $PART_KERNEL, 4(%bx)
    je 3f
2:  addw $16, %bx
    cmpw $LOADER_STACK + 510, %bx
    jb 1b
no_kernel:
    movw $no_kernel_text, %si
    jmp fail
3:  movl 8(%bx), %eax
    movl %eax, dap_lba
    movl 12(%bx), %ebp

    /* The argument sectors. */
    movb $LOADER_ARG_SECTORS, %al
    call read
    cmpl $LOADER_ARG_MAGIC_LOW, LOADER_ARGS
    jne no_kernel
    movw $LOADER_BUFFER >> 4, dap_segment
    movw %di, dap_offset /* 0, from read. */

    /* The A20 gate, the way chip sets since the PS/2 have it. */
    inb $0x92, %al
    orb $2, %al
    andb $0xfe, %al
    outb %al, $0x92

    /* The kernel. */
4:  movl $READ_MAX, %eax
    cmpl %ebp, %eax
    jbe 5f
    movw %bp, %ax
5:  call read
    call flat
    shlw $7, %cx /* Sectors to longwords. */
    movl $LOADER_BUFFER, %esi
    movl target, %edi
    rep movsl (%esi), %es:(%edi)
    movl %edi, target
    decw %ax /* Protection off; AX is CR0 still. */
    movl %eax, %cr0
    movw %cx, %ds
    movw %cx, %es
    sti
    testl %ebp, %ebp
    jnz 4b

    /* The memory map, in Multiboot's form: each entry preceded by its size. */
    movw $LOADER_MMAP, %di
    xorl %ebx, %ebx
6:  xorl %eax, %eax
    movb $20, %al
    stosl
    movl %eax, %ecx
    movw $0xe820, %ax
    movl $0x534d4150, %edx
    int $0x15
    jc 7f
    addw $20, %di
    testl %ebx, %ebx
    jnz 6b
    addw $4, %di
7:  subw $LOADER_MMAP + 4, %di

    /* The information block; what its flags do not announce is not read. */
    movl $(MULTIBOOT_INFO_CMDLINE | MULTIBOOT_INFO_MMAP), LOADER_INFO
    movl $LOADER_ARGS + LOADER_ARG_OFFSET, LOADER_INFO + 16
    movzwl %di, %edi
    movl %edi, LOADER_INFO + 44
    movl $LOADER_MMAP, LOADER_INFO + 48

    call flat
    movw %bx, %ss
    ljmp $SEL_CODE, $enter

/* Reads AL sectors as dap says, moves dap_lba on, and takes them off EBP.  Leaves their number in
 * ECX, and 0 in DI. */
read:
    movb %al, dap_count
    movb $0x42, %ah
    movb drive, %dl
    movw $dap, %si
    int $0x13
    movw $disk_error_text, %si
    jc fail
    movzbl dap_count, %ecx
    addl %ecx, dap_lba
    subl %ecx, %ebp
    xorw %di, %di
    ret

/* Turns interrupts off and protection on, and makes DS and ES flat.  The code segment stays as real
 * mode left it.  Leaves CR0 in EAX and the data selector in BX. */
flat:
    cli
    lgdt gdt_pointer
    movl %cr0, %eax
    incw %ax
    movl %eax, %cr0
    movw $SEL_DATA, %bx
    movw %bx, %ds
    movw %bx, %es
    ret

/* Prints the message at SI on screen and serial port, leaves QEMU with the status of a refused
 * boot, or turns Bochs off.  Other machines stop here. */
1:  movw $0x3f8, %dx
    outb %al, %dx
    movb $0x0e, %ah
    movw $7, %bx
    int $0x10
fail:
    lodsb
    testb %al, %al
    jnz 1b
    movb $0x33, %al
    outb %al, $0xf4
    movw $shutdown_text, %si
    movw $8, %cx
    movw $0x8900, %dx
    rep outsb
2:  hlt
    jmp 2b

    .code32
enter:
    movl $MULTIBOOT_BOOT_MAGIC, %eax
    movl $LOADER_INFO, %ebx
    movl $LOADER_KERN_BASE, %ecx
    jmp *%ecx

no_kernel_text:
    .asciz "No kernel\r\n"
disk_error_text:
    .asciz "Disk error\r\n"
shutdown_text:
    .ascii "Shutdown"

/* The unused first descriptor holds the pointer to them all. */
    .balign 4
gdt:
gdt_pointer:
    .word gdt_end - gdt - 1
    .long gdt
    .word 0
    .quad 0x00cf9a000000ffff
    .quad 0x00cf92000000ffff
gdt_end:

/* Disk address packet of the extended read. */
dap:
    .word 16
dap_count:
    .word 0
dap_offset:
    .word LOADER_ARGS
dap_segment:
    .word 0
dap_lba:
    .quad 0

loader_end:
    .org LOADER_CODE_MAX /* Fails to assemble when the code is longer. */
    .org 510
    .word 0xaa55

    .section .note.GNU-stack, "", @progbits
