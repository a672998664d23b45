/* SPDX-License-Identifier: MIT
 * A firmware for QEMU that does nothing but start the kernel of -kernel.
 *
 * Most of what a run of a short test takes is the emulator translating the BIOS.  This leaves the
 * machine as the BIOS does in all that the kernel finds there: the memory map, the local APIC that
 * passes the 8259's interrupts on, the ports of the IDE bus master, the keyboard controller's mode.
 * It knows one machine, QEMU's "pc" with less than 3 GB, and gets the kernel, as a Multiboot loader
 * hands it over, from the emulator by fw_cfg (QEMU's docs/specs/fw_cfg.txt).
 */
#define STACK 0x7000
#define SCRATCH 0x7000 /* what read32 reads */
#define TRANSFER 0x7010 /* control, length, address (64 bits), all big-endian */

#define FW_CFG_DMA 0x518
#define FW_CFG_SELECT_AND_READ 0x0a
#define KERNEL_ADDR 0x07
#define KERNEL_SIZE 0x08
#define INFO_ADDR 0x0a
#define INFO_SIZE 0x0b
#define KERNEL_ENTRY 0x10
#define KERNEL_DATA 0x11
#define INFO_DATA 0x12

#define MULTIBOOT_BOOT_MAGIC 0x2badb002
#define INFO_LOWER 4
#define INFO_UPPER 8
#define INFO_MMAP_LENGTH 44
#define INFO_MMAP_ADDR 48

#define LOW_END 0x9fc00
#define HIGH_START 0x100000
#define KEPT_AT_TOP 0x20000 /* as much as the BIOS keeps for its tables */

#define PCI_ADDRESS 0xcf8
#define PCI_DATA 0xcfc
#define IDE 0x80000900 /* bus 0, device 1, function 1: the PIIX3's */
#define BUS_MASTER_PORT 0xc000

#define APIC 0xfee00000
#define APIC_SPURIOUS 0x0f0
#define APIC_LINT0 0x350
#define APIC_LINT1 0x360

    .macro pci register, value
    movw $PCI_ADDRESS, %dx
    movl $(IDE + \register), %eax
    outl %eax, %dx
    movw $PCI_DATA, %dx
    movl $\value, %eax
    outl %eax, %dx
    .endm

    .macro kbd port, value
    movb $\value, %al
    outb %al, $\port
    .endm

    .text
    .code16
real:
    cli
    cld
    lgdtl %cs:(gdt_register - real)
    movl %cr0, %eax
    orb $1, %al
    movl %eax, %cr0
    ljmpl $8, $protected

    .code32
protected:
    movw $0x10, %ax
    movw %ax, %ds
    movw %ax, %es
    movw %ax, %ss
    movl $STACK, %esp

    inb $0x92, %al /* A20 */
    orb $2, %al
    outb %al, $0x92
    kbd 0x64, 0x60 /* the command byte: translate, interrupt */
    kbd 0x60, 0x61
    pci 0x40, 0x80008000 /* both channels are on */
    pci 0x20, (BUS_MASTER_PORT + 1)
    pci 0x04, 1 /* ports are decoded */

    movl $1, %eax
    cpuid
    testl $(1 << 9), %edx
    jz 1f
    movl $0x1ff, APIC + APIC_SPURIOUS
    movl $0x8700, APIC + APIC_LINT0 /* ExtINT */
    movl $0x8400, APIC + APIC_LINT1 /* NMI */
1:
    movl $KERNEL_ADDR, %eax
    call read32
    movl %eax, %edi
    movl $KERNEL_SIZE, %eax
    call read32
    movl %eax, %ecx
    movl $KERNEL_DATA, %eax
    call read

    movl $INFO_ADDR, %eax
    call read32
    movl %eax, %ebx
    movl $INFO_SIZE, %eax
    call read32
    movl %eax, %ecx
    movl %ebx, %edi
    movl $INFO_DATA, %eax
    call read

    /* RAM's end, in units of 64 kB above 16 MB or of 1 kB above 1 MB. */
    movb $0x34, %cl
    call cmos16
    shll $16, %eax
    leal 0x1000000(%eax), %ebp
    jnz 1f
    movb $0x30, %cl
    call cmos16
    shll $10, %eax
    leal HIGH_START(%eax), %ebp
1:
    movl $(LOW_END >> 10), INFO_LOWER(%ebx)
    leal -(HIGH_START + KEPT_AT_TOP)(%ebp), %eax
    shrl $10, %eax
    movl %eax, INFO_UPPER(%ebx)

    movl INFO_MMAP_ADDR(%ebx), %edi
    xorl %esi, %esi
    movl $LOW_END, %ecx
    movl $1, %edx
    call range
    movl $0xa0000, %ecx
    movl $2, %edx
    call range
    movl $0xf0000, %esi
    movl $HIGH_START, %ecx
    call range
    leal -KEPT_AT_TOP(%ebp), %ecx
    movl $1, %edx
    call range
    movl %ebp, %ecx
    movl $2, %edx
    call range
    movl $0xfffc0000, %esi
    xorl %ecx, %ecx
    call range
    subl INFO_MMAP_ADDR(%ebx), %edi
    movl %edi, INFO_MMAP_LENGTH(%ebx)

    movl $KERNEL_ENTRY, %eax
    call read32
    movl %eax, %ecx
    movl $MULTIBOOT_BOOT_MAGIC, %eax
    jmp *%ecx

/* Puts an entry for ESI..ECX of type EDX at EDI; ESI becomes the end and EDI what comes after. */
range:
    movl $20, %eax
    stosl
    movl %esi, %eax
    stosl
    negl %esi
    xorl %eax, %eax
    stosl
    leal (%ecx, %esi), %eax
    stosl
    xorl %eax, %eax
    stosl
    movl %edx, %eax
    stosl
    movl %ecx, %esi
    ret

/* EAX = the 16 bits of CMOS at CL, with flags. */
cmos16:
    xorl %eax, %eax
    leal 1(%ecx), %edx
    movb %dl, %al
    outb %al, $0x70
    inb $0x71, %al
    movb %al, %ah
    movb %cl, %al
    outb %al, $0x70
    inb $0x71, %al
    testl %eax, %eax
    ret

/* EAX = the number that is item EAX. */
read32:
    pushl %ecx
    pushl %edi
    movl $4, %ecx
    movl $SCRATCH, %edi
    call read
    popl %edi
    popl %ecx
    movl SCRATCH, %eax
    ret

/* Reads ECX bytes of item EAX to EDI.  The emulator has done it when the instruction ends. */
read:
    shll $16, %eax
    orl $FW_CFG_SELECT_AND_READ, %eax
    bswap %eax
    movl %eax, TRANSFER
    bswap %ecx
    movl %ecx, TRANSFER + 4
    movl $0, TRANSFER + 8
    bswap %edi
    movl %edi, TRANSFER + 12
    movl $TRANSFER, %eax
    bswap %eax
    movw $FW_CFG_DMA, %dx
    outl %eax, %dx
    ret

    .balign 8
gdt: /* Marked as accessed, as a ROM cannot be. */
    .quad 0
    .quad 0x00cf9b000000ffff
    .quad 0x00cf93000000ffff
gdt_register:
    .word . - gdt - 1
    .long gdt

    .org 0xfff0 /* where a CPU begins */
    .code16
    jmp real
    .org 0x10000
    .section .note.GNU-stack, "", @progbits
