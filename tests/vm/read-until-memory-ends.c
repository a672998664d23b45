/* SPDX-License-Identifier: MIT
 * Programs that read a file into more memory than there is, without swap: they are ended one after
 * the other, each with its line, rather than wait for ever for the pages that they hold themselves.
 * @mem: 4
 * @swap: 0
 * @options: -overcommit
 * @ticks: 6000
 * @matrix: jitter=1..10
 * @sample: 1
 * @kstat: vm.oom_kills >= 1
 * @output: Out of memory: read-until-mem ends
 */
#include "tests/lib.h"

#define SIZE (2 << 20)

static char area[SIZE];

static int child(void)
{
    int fd = open_file("data");
    for (size_t done = 0; done < SIZE; done += TEST_PAGE) {
        seek(fd, 100);
        REQUIRE(read(fd, area + done + 77, TEST_PAGE - 77) == TEST_PAGE - 77, "read");
    }
    return 0;
}

int main(int argc, char *argv[])
{
    if (argc > 1)
        return child();
    make_file("data", 2 * TEST_PAGE, 1);
    pid_t pids[4];
    for (int i = 0; i < 4; i++)
        REQUIRE((pids[i] = exec("read-until-mem child")) != PID_ERROR, "exec %d", i);
    int ended = 0;
    for (int i = 0; i < 4; i++)
        ended += wait(pids[i]) != 0;
    CHECK(ended > 0 && ended < 4, "some were ended, some were not");
    return 0;
}
