/* SPDX-License-Identifier: MIT
 * The stack grows to 8 MB and no further.
 *
 * @mem: 16
 */
#include "tests/lib.h"

#define STACK_MAX (8u << 20)

/* Moves esp down to ADDR, pushes there, and moves back. */
static void push_at(char *addr)
{
    asm volatile("movl %%esp, %%ebx; movl %0, %%esp; pushl $7; movl %%ebx, %%esp"
                 :
                 : "r"(addr)
                 : "ebx", "memory");
}

static void one_too_far(void)
{
    push_at(USER_END - STACK_MAX);
}

static const struct test_case cases[] = {{"far", one_too_far}};

int main(int argc, char *argv[])
{
    if (argc == 1) {
        for (char *at = USER_END - 0x10000; at >= USER_END - STACK_MAX + 4; at -= 0x10000)
            push_at(at);
        push_at(USER_END - STACK_MAX + 4);
        msg("the last word within 8 MB");
        CHECK(*(int *)(USER_END - STACK_MAX) == 7, "is there");
    }
    return expect_killed(argc, argv, cases, 1);
}
