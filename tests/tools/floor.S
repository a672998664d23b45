/* SPDX-License-Identifier: MIT
 * The floor of `make bench-boot`: a Multiboot image that leaves at once.
 *
 * It says nothing and writes the value of a normal power-off to the isa-debug-exit
 * device, so what a run of it takes is what starting the emulator takes.
 */
        .set MAGIC, 0x1badb002
        .set FLAGS, 0

        .section .text
        .align 4
        .long MAGIC, FLAGS, -(MAGIC + FLAGS)

        .global _start
_start:
        movb $0x31, %al
        outb %al, $0xf4
1:      hlt
        jmp 1b
