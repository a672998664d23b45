/* SPDX-License-Identifier: MIT
 * 50 processes, one after the other, that each dirty 2 MB: the kernel has afterwards what it had
 * before.
 *
 * @mem: 4
 * @options: -ul=200
 * @ticks: 12000
 * @kstat: vm.frames_user == 0
 * @kstat: vm.swap_slots_used == 0
 * @kstat: vm.pages_promised == 0
 * @kstat: vm.swap_outs >= 15000
 */
#include <string.h>
#include "tests/lib.h"

#define SIZE (2 * 1024 * 1024)

static volatile unsigned char memory[SIZE];

static int child(unsigned seed)
{
    for (size_t i = 0; i < SIZE; i += TEST_PAGE)
        memory[i] = pattern(i, seed);
    for (size_t i = 0; i < SIZE; i += TEST_PAGE)
        REQUIRE(memory[i] == pattern(i, seed), "byte %zu", i);
    return 0;
}

int main(int argc, char *argv[])
{
    char cmd_line[] = "turns-of-50 x";
    if (argc > 1)
        return child(argv[1][0]);
    for (int i = 0; i < 50; i++) {
        cmd_line[strlen(cmd_line) - 1] = 'A' + i;
        REQUIRE(run(cmd_line) == 0, "number %d", i);
    }
    return EXIT_SUCCESS;
}
