/* SPDX-License-Identifier: MIT
 * Each exception that an instruction can raise, and each instruction that is the kernel's alone,
 * ends the program and nothing else.
 *
 * @output: ^exceptions: dying due to interrupt 0x00 \(.*\)\.$
 * @output: ^exceptions: dying due to interrupt 0x01 \(.*\)\.$
 * @output: ^exceptions: dying due to interrupt 0x03 \(.*\)\.$
 * @output: ^exceptions: dying due to interrupt 0x04 \(.*\)\.$
 * @output: ^exceptions: dying due to interrupt 0x05 \(.*\)\.$
 * @output: ^exceptions: dying due to interrupt 0x06 \(.*\)\.$
 * @output: ^exceptions: dying due to interrupt 0x0d \(.*\)\.$
 */
#include "tests/userprog/pointers.h"

#define RAISER(NAME, CODE)                                                                         \
    static void raise_##NAME(void)                                                                 \
    {                                                                                              \
        asm volatile(CODE);                                                                        \
    }
#define RAISE(NAME)                                                                                \
    {                                                                                              \
#NAME, raise_##NAME                                                                        \
    }

RAISER(divide, "xorl %ecx, %ecx; divl %ecx")
RAISER(trap_flag, "pushfl; orl $0x100, (%esp); popfl; nop; nop")
RAISER(icebp, ".byte 0xf1")
RAISER(int3, "int3")
RAISER(into, "movl $0x7fffffff, %eax; addl $1, %eax; into")
RAISER(bound, "pushl $5; pushl $2; movl $9, %eax; bound %eax, (%esp)")
RAISER(ud2, "ud2")
RAISER(hlt, "hlt")
RAISER(cli, "cli")
RAISER(in, "inb $0x64, %al")
RAISER(out, "movb $0xfe, %al; outb %al, $0x64")
RAISER(cr0, "movl %cr0, %eax")
RAISER(cr3, "xorl %eax, %eax; movl %eax, %cr3")
RAISER(lidt, "pushl $0; pushl $0; lidt (%esp)")
RAISER(kernel_ds, "movw $0x10, %ax; movw %ax, %ds")
RAISER(no_such_segment, "movw $0xfff8, %ax; movw %ax, %fs")
RAISER(kernel_cs, "pushl $0x8; pushl $0; lret")
RAISER(iret_to_kernel, "pushl $0x10; pushl $0; pushfl; pushl $0x8; pushl $0; iret")
RAISER(timer_vector, "int $0x20")
RAISER(page_fault_vector, "int $14")
RAISER(double_fault_vector, "int $8")
RAISER(other_vector, "int $0x80")
RAISER(tss_segment, "lcall $0x28, $0")

static const struct test_case cases[] = {
    RAISE(divide),
    RAISE(trap_flag),
    RAISE(icebp),
    RAISE(int3),
    RAISE(into),
    RAISE(bound),
    RAISE(ud2),
    RAISE(hlt),
    RAISE(cli),
    RAISE(in),
    RAISE(out),
    RAISE(cr0),
    RAISE(cr3),
    RAISE(lidt),
    RAISE(kernel_ds),
    RAISE(kernel_cs),
    RAISE(no_such_segment),
    RAISE(iret_to_kernel),
    RAISE(timer_vector),
    RAISE(page_fault_vector),
    RAISE(double_fault_vector),
    RAISE(other_vector),
    RAISE(tss_segment),
};

int main(int argc, char *argv[])
{
    return EXPECT_KILLED(cases);
}
