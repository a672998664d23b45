/* SPDX-License-Identifier: MIT
 * Those who run one program share the frames of its text: 12 at once, each of which uses all 40
 * pages of it, fit into 80 frames without a page being read twice.
 *
 * @mem: 4
 * @options: -ul=150
 * @kstat: vm.file_loads < 80
 * @kstat: vm.frames_user_max < 80
 * @kstat: vm.swap_outs == 0
 * @sources: examples/lib/barrier.c
 */
#include <stdio.h>
#include <stdlib.h>
#include "examples/lib/barrier.h"
#include "tests/lib.h"

#define PAGES 40
#define PROCESSES 12

/* A page of constants; the linker puts them with the text. */
#define ROW 1, 2, 3, 4, 5, 6, 7, 8
static const unsigned constants[PAGES][TEST_PAGE / 4] = {{ROW}, [PAGES - 1] = {ROW}};

static int child(int i)
{
    unsigned sum = 0;
    barrier_arrive(i);
    barrier_wait(PROCESSES);
    for (int round = 0; round < 5; round++)
        for (int page = 0; page < PAGES; page++)
            sum += *(const volatile unsigned *)&constants[page][7];
    return sum == 5 * 2 * 8 ? 0 : 1;
}

int main(int argc, char *argv[])
{
    char cmd_line[40];
    pid_t pids[PROCESSES];
    if (argc > 1)
        return child(atoi(argv[1]));
    barrier_reset(PROCESSES);
    for (int i = 0; i < PROCESSES; i++) {
        snprintf(cmd_line, sizeof cmd_line, "shared-text %d", i);
        pids[i] = exec(cmd_line);
        REQUIRE(pids[i] != PID_ERROR, "exec number %d", i);
    }
    for (int i = 0; i < PROCESSES; i++)
        CHECK(wait(pids[i]) == 0, "number %d", i);
    return EXIT_SUCCESS;
}
