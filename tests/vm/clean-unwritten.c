/* SPDX-License-Identifier: MIT
 * A page that was written to the swap disk once and has only been read since then is not written
 * again.
 *
 * @mem: 4
 * @matrix: evict=clock,fifo,random ul=100
 * @sample: 1
 * @kstat: vm.swap_outs <= 340
 * @kstat: vm.swap_ins >= 800
 */
#include "tests/lib.h"

#define PAGES 300

static volatile unsigned char memory[PAGES][TEST_PAGE];

int main(void)
{
    for (int page = 0; page < PAGES; page++)
        memory[page][page] = pattern(page, 1);
    for (int round = 0; round < 5; round++)
        for (int page = 0; page < PAGES; page++)
            REQUIRE(memory[page][page] == pattern(page, 1), "page %d", page);
    msg("read five times");
    return EXIT_SUCCESS;
}
