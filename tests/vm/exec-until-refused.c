/* SPDX-License-Identifier: MIT
 * Programs are started until memory for another one ends: that is refused, nobody is hurt, and when
 * they are gone as many can be started again.
 * @mem: 4
 * @swap: 64
 * @ticks: 20000
 * @matrix: jitter=1..3
 * @sample: 1
 * @kstat: vm.oom_kills == 0
 * @kstat: vm.pages_promised == 0
 * @kstat: vm.swap_slots_used == 0
 * @kstat: vm.frames_user == 0
 */
#include <stdio.h>
#include "tests/lib.h"

#define MOST 1000

/* One more, down to where memory ends: the depth that was reached. */
static int go_on(int depth)
{
    char line[32];
    if (depth >= MOST)
        return depth;
    snprintf(line, sizeof line, "exec-until-ref %d", depth + 1);
    pid_t pid = exec(line);
    return pid == PID_ERROR ? depth : wait(pid);
}

int main(int argc, char *argv[])
{
    if (argc > 1) {
        int depth = 0;
        for (const char *p = argv[1]; *p != '\0'; p++)
            depth = depth * 10 + *p - '0';
        return go_on(depth);
    }
    int first = go_on(0), second = go_on(0);
    msg("%d and %d", first, second);
    REQUIRE(first >= 40, "only %d at once", first);
    REQUIRE(second > first - first / 10, "%d the first time, then %d", first, second);
    return 0;
}
