/* SPDX-License-Identifier: MIT
 * Memory that is only looked at is not written to the swap disk, however little room there is. (The
 * few pages that the program does write, such as its stack, may go there and back.)
 *
 * @mem: 4
 * @matrix: evict=clock,fifo,random ul=100
 * @kstat: vm.evictions > 1500
 * @kstat: vm.swap_outs <= 100
 * @kstat: vm.swap_ins <= 100
 */
#include "tests/lib.h"

#define PAGES 600

static volatile unsigned char bss[PAGES][TEST_PAGE];

int main(void)
{
    for (int round = 0; round < 3; round++)
        for (int page = 0; page < PAGES; page++)
            for (int i = 0; i < TEST_PAGE; i += 512)
                REQUIRE(bss[page][i] == 0, "page %d, byte %d is %#x", page, i, bss[page][i]);
    msg("all zero, three times");
    return EXIT_SUCCESS;
}
