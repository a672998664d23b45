/* SPDX-License-Identifier: MIT
 * A killed program gives everything back: memory, swap, files, mappings.  Many are killed in the
 * middle of a system call, with all of these in hand; afterwards nothing is missing and the files
 * are as they should be.
 *
 * @mem: 4
 * @kstat: vm.frames_user == 0
 * @kstat: vm.swap_slots_used == 0
 * @kstat: vm.pages_promised == 0
 * @kstat: process.killed == 60
 * @matrix: jitter=1..10
 */
#include "tests/lib.h"

#define TIMES 60

static char memory[300 * 1024];

static int child(void)
{
    int fd = -1;
    for (int i = 0; i < 20; i++)
        fd = open_file("sample");
    REQUIRE(mmap(fd, MAP_AREA) != MAP_FAILED, "mmap");
    for (size_t i = 0; i < sizeof memory; i += 512)
        memory[i] = i;
    MAP_AREA[0] = pattern(0, 1);
    read(fd, memory + sizeof memory - 100, 0x10000000);
    return 1;
}

int main(int argc, char *argv[])
{
    if (argc > 1)
        return child();
    make_file("sample", 500000, 1);
    for (int i = 0; i < TIMES; i++) {
        int status = run("kill-releases child");
        REQUIRE(status == -1, "child %d: %d", i, status);
    }
    check_file("sample", 500000, 1);
    CHECK(remove("sample"), "the file is as it was");
    return EXIT_SUCCESS;
}
