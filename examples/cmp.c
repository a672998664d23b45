/* SPDX-License-Identifier: MIT
 * Says whether two files differ, and where first.
 *
 *     cmp FILE1 FILE2
 *
 * Status 0: equal, 1: different, 2: an error.
 *
 * @sources: examples/lib/tool.c
 */
#include <stdio.h>
#include "examples/lib/tool.h"

int main(int argc, char *argv[])
{
    static struct tool_input a, b;
    unsigned byte = 1, line = 1;
    tool_begin(argv);
    if (argc != 3)
        tool_usage("cmp FILE1 FILE2");
    if (!tool_open(&a, argv[1]) || !tool_open(&b, argv[2]))
        return 2;
    for (;; byte++) {
        int x = tool_getc(&a), y = tool_getc(&b);
        if (x < 0 && y < 0)
            return EXIT_SUCCESS;
        if (x < 0 || y < 0) {
            printf("cmp: %s ends after %u bytes\n", x < 0 ? a.name : b.name, byte - 1);
            return EXIT_FAILURE;
        }
        if (x != y) {
            printf("%s %s differ: byte %u, line %u: %#x %#x\n", a.name, b.name, byte, line, x, y);
            return EXIT_FAILURE;
        }
        line += x == '\n';
    }
}
