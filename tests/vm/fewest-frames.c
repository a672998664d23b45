/* SPDX-License-Identifier: MIT
 * With the fewest frames that -ul allows, instructions that lie across two pages and move data
 * across two pages from across two pages still run, under every policy.
 *
 * @mem: 4
 * @options: -ul=6
 * @matrix: evict=clock,fifo,random rs=1..3
 * @sample: 3
 * @kstat: vm.evictions > 2000
 */
#include <string.h>
#include "tests/lib.h"

static char source[2 * TEST_PAGE] __attribute__((aligned(TEST_PAGE)));
static char target[2 * TEST_PAGE] __attribute__((aligned(TEST_PAGE)));
static volatile char other[20][TEST_PAGE];

void move_across(const void *from, void *to);
unsigned push_across(const void *from, void *stack);

/* MOVSL, with a prefix so that it has two bytes, and PUSHL: their first bytes are the last ones of
 * a page. */
asm(".text\n"
    "move_across: pushl %esi; pushl %edi; movl 12(%esp), %esi; movl 16(%esp), %edi; jmp move_page\n"
    "move_done:   popl %edi; popl %esi; ret\n"
    "push_across: pushl %ebx; movl 8(%esp), %eax; movl 12(%esp), %edx;\n"
    "             movl %esp, %ebx; movl %edx, %esp; jmp push_page\n"
    "push_done:   popl %eax; movl %ebx, %esp; popl %ebx; ret\n"
    ".balign 4096\n.skip 4095\n"
    "move_page:   .byte 0x2e, 0xa5; jmp move_done\n"
    ".balign 4096\n.skip 4095\n"
    "push_page:   pushl (%eax); jmp push_done\n");
extern char move_page[], push_page[];

static void use_other_pages(int round)
{
    for (int i = 0; i < 20; i++)
        other[i][round] = i;
}

int main(void)
{
    CHECK(((uintptr_t)move_page & 0xfff) == 0xfff, "the first instruction lies across pages");
    CHECK(((uintptr_t)push_page & 0xfff) == 0xfff, "so does the second");
    for (int round = 0; round < 50; round++) {
        unsigned word = 0x01020304 * (round + 1);
        memcpy(source + TEST_PAGE - 2, &word, 4);
        use_other_pages(round);
        move_across(source + TEST_PAGE - 2, target + TEST_PAGE - 2);
        REQUIRE(memcmp(target + TEST_PAGE - 2, &word, 4) == 0, "round %d: move", round);
        use_other_pages(round);
        unsigned pushed = push_across(source + TEST_PAGE - 2, target + TEST_PAGE + 2);
        REQUIRE(pushed == word, "round %d: push gave %#x", round, pushed);
    }
    msg("both have run");
    return EXIT_SUCCESS;
}
