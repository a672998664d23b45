/* SPDX-License-Identifier: MIT
 * Of a program with 200 pages of text and constants only those are loaded that it uses, and what
 * is read ahead of them.
 *
 * @mem: 4
 * @kstat: vm.file_loads < 50
 * @kstat: disk.hda1.sectors_read < 400
 * @kstat: vm.minor_maps < 30
 */
#include "tests/lib.h"

#define PAGES 200

#define ROW 1, 2, 3, 4, 5, 6, 7, 8
static const unsigned constants[PAGES][TEST_PAGE / 4] = {{ROW}, [PAGES - 1] = {ROW}};

int main(void)
{
    unsigned sum = 0;
    for (int page = 0; page < PAGES; page += PAGES - 1)
        sum += *(const volatile unsigned *)&constants[page][7];
    return sum == 2 * 8 ? EXIT_SUCCESS : EXIT_FAILURE;
}
