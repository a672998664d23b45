/* SPDX-License-Identifier: MIT
 * A program that touches what is not its own is told where, how and why, and ends.
 *
 * @output: ^Page fault at 0x00000000: not present error reading page in user context\.$
 * @output: ^Page fault at 0x00000000: not present error writing page in user context\.$
 * @output: ^Page fault at 0xc0100000: rights violation error reading page in user context\.$
 * @output: ^Page fault at 0xc0100000: rights violation error writing page in user context\.$
 * @output: ^Page fault at 0x2[0-9a-f]{7}: not present error reading page in user context\.$
 * @output: ^Page fault at 0x080[0-9a-f]{5}: rights violation error writing page in user context\.$
 * @output: ^bad-access: dying due to interrupt 0x0e \(.*\)\.$
 * @absent: error (reading|writing) page in kernel context
 */
#include "tests/userprog/pointers.h"

int main(int argc, char *argv[]);

static char look(const volatile char *at)
{
    return *at;
}

static void read_null(void)
{
    look(NULL);
}

static void write_null(void)
{
    asm volatile("movb $1, 0");
}

static void read_kernel(void)
{
    look(KERNEL_ADDRESS);
}

static void write_kernel(void)
{
    *(volatile char *)KERNEL_ADDRESS = 0;
}

static void read_unmapped(void)
{
    look(UNMAPPED);
}

static void write_text(void)
{
    *(volatile char *)main = 0;
}

static void jump_to_null(void)
{
    asm volatile("jmp *%0" : : "r"(0));
}

static void jump_to_kernel(void)
{
    asm volatile("jmp *%0" : : "r"(KERNEL_ADDRESS));
}

static void jump_off_user_space(void)
{
    asm volatile("jmp *%0" : : "r"(0xffffffff));
}

static const struct test_case cases[] = {
    {"read-null", read_null},          {"write-null", write_null},
    {"read-kernel", read_kernel},      {"write-kernel", write_kernel},
    {"read-unmapped", read_unmapped},  {"write-text", write_text},
    {"jump-null", jump_to_null},       {"jump-kernel", jump_to_kernel},
    {"jump-top", jump_off_user_space},
};

int main(int argc, char *argv[])
{
    return EXPECT_KILLED(cases);
}
