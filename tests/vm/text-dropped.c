/* SPDX-License-Identifier: MIT
 * A program with more text and constants than it has frames, and a file that it maps and reads:
 * their pages leave and come again, and none is ever written back.
 *
 * @mem: 4
 * @options: -ul=60 -cache=20
 * @put: LICENSE
 * @kstat: vm.evict_clean > 500
 * @kstat: vm.file_loads > 500
 * @kstat: disk.hda1.writes == 0
 * @kstat: vm.swap_outs < 20
 */
#include <string.h>
#include "tests/lib.h"

#define PAGES 200
#define ROUNDS 5

#define ROW 1, 2, 3, 4, 5, 6, 7, 8
static const unsigned constants[PAGES][TEST_PAGE / 4] = {{ROW}, [PAGES - 1] = {ROW}};

int main(void)
{
    unsigned sum = 0;
    int fd = open_file("LICENSE");
    REQUIRE(mmap(fd, MAP_AREA) != MAP_FAILED, "mmap");
    for (int round = 0; round < ROUNDS; round++) {
        for (int page = 0; page < PAGES; page++)
            sum += *(const volatile unsigned *)&constants[page][7];
        REQUIRE(memcmp(MAP_AREA, "MIT License", 11) == 0, "the mapped file in round %d", round);
    }
    return sum == ROUNDS * 2 * 8 ? EXIT_SUCCESS : EXIT_FAILURE;
}
