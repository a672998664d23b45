/* SPDX-License-Identifier: MIT
 * Printing of memory and of sizes.
 */
#include <stdio.h>
#include <ctype.h>

#define PER_LINE 16u

/* Prints the line at address BASE, of which bytes [FIRST, LAST) are in the dump, from DATA on. */
static void dump_line(uintptr_t base, unsigned first, unsigned last, const uint8_t *data,
                      bool ascii)
{
    char text[PER_LINE + 1];
    printf("%08jx ", (uintmax_t)base);
    for (unsigned i = 0; i < PER_LINE; i++) {
        char separator = i == PER_LINE / 2 ? '-' : ' ';
        bool inside = i >= first && i < last;
        text[i] = !inside ? ' ' : isprint(data[i - first]) ? data[i - first] : '.';
        if (inside) {
            printf("%c%02x", separator, data[i - first]);
        } else {
            printf("   ");
        }
    }
    text[PER_LINE] = '\0';
    if (ascii) {
        printf(" |%s|", text);
    }
    printf("\n");
}

void hex_dump(uintptr_t offset, const void *buffer, size_t size, bool ascii)
{
    const uint8_t *data = buffer;
    while (size > 0) {
        unsigned first = offset % PER_LINE;
        unsigned count = size < PER_LINE - first ? size : PER_LINE - first;
        dump_line(offset - first, first, first + count, data, ascii);
        offset += count;
        data += count;
        size -= count;
    }
}

void print_human_readable_size(uint64_t size)
{
    static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB"};
    unsigned unit = 0;
    if (size == 1) {
        printf("1 byte");
        return;
    }
    while (size >= 1024 && unit + 1 < sizeof units / sizeof *units) {
        size /= 1024;
        unit++;
    }
    printf("%llu %s", (unsigned long long)size, units[unit]);
}
