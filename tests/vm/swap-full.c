/* SPDX-License-Identifier: MIT
 * A program for which memory and swap together have no room is refused at exec, with a reason;
 * those that were promised room get all of it, up to the last slot.
 *
 * @mem: 4
 * @swap: 4
 * @options: -ul=300
 * @output: ^load: swap-full: not enough memory and swap$
 * @kstat: vm.oom_kills == 0
 * @kstat: vm.swap_slots_used == 0
 */
#include <stdlib.h>
#include "tests/lib.h"

/* More than a third and less than half of what there is (300 frames and 1024 slots). */
#define SIZE (2 * 1024 * 1024 + 200 * 1024)

static volatile unsigned char memory[SIZE];

static int child(unsigned seed)
{
    for (int round = 0; round < 3; round++)
        for (size_t i = 0; i < SIZE; i += TEST_PAGE)
            memory[i] = pattern(i, seed) + round;
    for (size_t i = 0; i < SIZE; i += TEST_PAGE)
        REQUIRE(memory[i] == (unsigned char)(pattern(i, seed) + 2), "byte %zu", i);
    return 0;
}

int main(int argc, char *argv[])
{
    if (argc > 1)
        return child(atoi(argv[1]));
    pid_t first = exec("swap-full 1");
    CHECK(first != PID_ERROR, "one more fits");
    CHECK(exec("swap-full 2") == PID_ERROR, "a third does not");
    child(3);
    CHECK(wait(first) == 0, "both used all they had");
    CHECK(run("swap-full 4") == 0, "now another fits");
    return EXIT_SUCCESS;
}
