/* SPDX-License-Identifier: MIT
 * Shows bytes in hex and as text.
 *
 *     hexdump [FILE]...
 *
 * @sources: examples/lib/tool.c
 */
#include <stdio.h>
#include "examples/lib/tool.h"

/* Lines of 16 bytes, wherever the pieces of input end. */
static bool dump(struct tool_input *input, void *aux)
{
    unsigned char bytes[16];
    size_t n = 0, offset = 0;
    int c;
    while ((c = tool_getc(input)) >= 0) {
        bytes[n++] = c;
        if (n == sizeof bytes) {
            hex_dump(offset, bytes, n, true);
            offset += n;
            n = 0;
        }
    }
    if (n > 0)
        hex_dump(offset, bytes, n, true);
    return true;
}

int main(int argc, char *argv[])
{
    tool_begin(argv);
    return tool_each(argc - 1, argv + 1, dump, NULL);
}
