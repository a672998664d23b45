/* SPDX-License-Identifier: MIT
 * The printf family of programs: what it prints, in order, also when the text is longer than the
 * buffer.
 * @output: ^\[-42\] \[2a\] \[  text\] \[1,234,567\] \[18446744073709551615\] \[0x8048000\]$
 * @output: ^puts$
 * @output: ^by handle$
 * @output: ^00000010  68 65 78 00\s+\|hex\.\s+\|$
 * @output: ^1 byte, 3 kB$
 * @output: ^<0*1x0*2x0*3>$
 */
#include <stdio.h>
#include "tests/lib.h"

int main(void)
{
    int n = printf("[%d] [%x] [%6s] [%'zu] [%llu] [%p]\n", -42, 42, "text", (size_t)1234567, ~0ull,
                   (void *)0x8048000);
    REQUIRE(n == 67, "printf's result is %d", n);
    puts("puts");
    REQUIRE(hprintf(STDOUT_FILENO, "by %s\n", "handle") == 10, "hprintf's result");
    hex_dump(0x10, "hex", 4, true);
    print_human_readable_size(1);
    putchar(',');
    putchar(' ');
    print_human_readable_size(3333);
    putchar('\n');
    n = printf("<%0700dx%0700dx%0700d>\n", 1, 2, 3);
    REQUIRE(n == 2105, "a long text's length is %d", n);
    REQUIRE(hprintf(99, "nowhere") == 7, "hprintf to a bad handle");
    return 0;
}
