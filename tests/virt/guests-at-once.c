/* SPDX-License-Identifier: MIT
 * Four guests at once, each in a process of its own, all come to their ends.
 * @mem: 32
 * @cpu: max
 * @matrix: shadow=vtlb,cache,npt
 * @sample: 1
 */
#include <stdio.h>
#include "tests/lib.h"

#define GUESTS 4

int main(void)
{
    static const char *const commands[GUESTS] = {
        "vmm -quiet -limit 60 -m 2048 g-hello",
        "vmm -quiet -limit 60 -m 8192 g-reuse accesses=500 seed=1",
        "vmm -quiet -limit 60 -m 8192 g-reuse accesses=500 seed=2",
        "vmm -quiet -limit 60 -m 4096 g-tables rounds=1",
    };
    pid_t pids[GUESTS];
    for (int i = 0; i < GUESTS; i++) {
        pids[i] = exec(commands[i]);
        REQUIRE(pids[i] > 0, "start %s", commands[i]);
    }
    for (int i = 0; i < GUESTS; i++) {
        int status = wait(pids[i]);
        CHECK(status == 0, "%s: status %d", commands[i], status);
    }
    return 0;
}
