/* SPDX-License-Identifier: MIT
 * An access up to 32 bytes below esp grows the stack, as PUSH and PUSHA need it; one further below
 * is an error, in user mode and within a system call, however near the stack it is.
 */
#include <stdio.h>
#include "tests/lib.h"

/* A page boundary in what the stack has not grown to yet. */
#define BORDER (USER_END - 0x40000)

/* With esp at BORDER + ABOVE, writes at BORDER - BELOW. */
static void write_below(int above, int below)
{
    asm volatile("movl %%esp, %%ebx; movl %0, %%esp; movl $7, (%1); movl %%ebx, %%esp"
                 :
                 : "r"(BORDER + above), "r"(BORDER - below)
                 : "ebx", "memory");
}

static void pusha_at_border(void)
{
    asm volatile("movl %%esp, %%ebx; movl %0, %%esp; pushal; movl %%ebx, %%esp"
                 :
                 : "r"(BORDER)
                 : "ebx", "memory");
}

static void write_33_below(void)
{
    write_below(29, 4);
}

static void write_page_below(void)
{
    write_below(0, TEST_PAGE);
}

static void write_far_below(void)
{
    write_below(0, 0x100000);
}

/* A buffer that lies below the stack, given to the kernel. */
static void read_far_below(void)
{
    read(open_file("sample"), BORDER - 0x1000, 100);
}

static void read_33_below(void)
{
    unsigned esp;
    asm volatile("movl %%esp, %0" : "=r"(esp));
    char *page = (char *)(esp & ~0xfffu);
    read(open_file("sample"), page - 3 * TEST_PAGE, 100);
}

static const struct test_case cases[] = {
    {"33", write_33_below},       {"page", write_page_below}, {"far", write_far_below},
    {"read-far", read_far_below}, {"read-33", read_33_below},
};

int main(int argc, char *argv[])
{
    if (argc == 1) {
        make_file("sample", 100, 1);
        pusha_at_border();
        msg("PUSHA");
        write_below(-0x10000 + 28, 0x10004);
        msg("32 below");
    }
    return expect_killed(argc, argv, cases, sizeof cases / sizeof *cases);
}
