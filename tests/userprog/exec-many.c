/* SPDX-License-Identifier: MIT
 * 300 programs one after the other, and 30 at once, leave the kernel with as much as it had.
 *
 * @mem: 4
 * @kstat: vm.frames_user == 0
 * @kstat: vm.pages_promised == 0
 * @kstat: heap.blocks < 150
 * @matrix: jitter=1..10
 */
#include "tests/lib.h"

#define AT_ONCE 30

int main(void)
{
    pid_t pids[AT_ONCE];
    for (int i = 0; i < 300; i++)
        REQUIRE(run("nothing") == 0, "number %d", i);
    msg("one after the other");
    for (int i = 0; i < AT_ONCE; i++) {
        pids[i] = exec("child-status 3");
        REQUIRE(pids[i] != PID_ERROR, "number %d", i);
    }
    for (int i = 0; i < AT_ONCE; i++)
        REQUIRE(wait(pids[i]) == 3, "number %d", i);
    msg("at once");
    return EXIT_SUCCESS;
}
