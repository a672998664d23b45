/* SPDX-License-Identifier: MIT
 * What one write puts on the console comes out in one piece, however long it is and whoever else
 * writes; of a buffer with a bad page nothing comes out.
 *
 * @matrix: jitter=-,1..10
 * @sample: 1
 * @output: ^={3000}$
 * @output: ^#{3000}$
 * @output: ^~{3000}$
 * @output: ^@{17000}$
 * @absent: \+{10}
 * @absent: (=[#~@]|#[=~@]|~[=#@]|@[=#~])
 */
#include <stdio.h>
#include <string.h>
#include "tests/lib.h"

#define SIGNS "=#~@"

static char buffer[17001];

/* Prints SIGN over and over, in one call, from memory that is not there yet. */
static int print(char sign)
{
    int n = sign == '@' ? 17000 : 3000;
    memset(buffer, sign, n);
    buffer[n] = '\n';
    return write(STDOUT_FILENO, buffer, n + 1) == n + 1 ? 0 : 1;
}

static void print_bad(void)
{
    REQUIRE(create("page", TEST_PAGE) && mmap(open_file("page"), MAP_AREA) != MAP_FAILED, "mmap");
    memset(MAP_AREA, '+', TEST_PAGE);
    write(STDOUT_FILENO, MAP_AREA, TEST_PAGE + 1);
}

static const struct test_case cases[] = {{"bad", print_bad}};

int main(int argc, char *argv[])
{
    char cmd_line[] = "console-piece 0";
    pid_t pids[4];
    if (argc > 1 && argv[1][1] == '\0')
        return print(argv[1][0]);
    if (argc == 1) {
        for (int i = 0; i < 4; i++) {
            cmd_line[strlen(cmd_line) - 1] = SIGNS[i];
            pids[i] = exec(cmd_line);
        }
        for (int i = 0; i < 4; i++)
            REQUIRE(wait(pids[i]) == 0, "child %d", i);
    }
    return expect_killed(argc, argv, cases, 1);
}
