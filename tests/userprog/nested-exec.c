/* SPDX-License-Identifier: MIT
 * A program runs itself, 15 deep, each waiting for the next: statuses come back up in order.
 */
#include <stdio.h>
#include <stdlib.h>
#include "tests/lib.h"

#define DEPTH 15

int main(int argc, char *argv[])
{
    char cmd_line[40];
    int depth = argc > 1 ? atoi(argv[1]) : DEPTH;
    if (depth == 0)
        return 100;
    snprintf(cmd_line, sizeof cmd_line, "nested-exec %d", depth - 1);
    int status = run(cmd_line);
    CHECK(status == 100 + depth - 1, "depth %d: %d", depth, status);
    return depth == DEPTH ? EXIT_SUCCESS : 100 + depth;
}
