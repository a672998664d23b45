/* SPDX-License-Identifier: MIT
 * 20 processes at once that each read a file into a buffer of 2 MB, write it to another and read
 * that, in 4 MB of RAM.
 *
 * @tier: full
 * @mem: 4
 * @swap: 64
 * @ticks: 20000
 * @filesys: 64
 * @kstat: vm.frames_user == 0
 * @kstat: vm.swap_slots_used == 0
 * @kstat: vm.oom_kills == 0
 */
#include <string.h>
#include "tests/lib.h"

#define SIZE (2 * 1024 * 1024)
#define PROCESSES 20

static unsigned char memory[SIZE];

static int child(const char *name)
{
    REQUIRE(create(name, SIZE), "create \"%s\"", name);
    int in = open_file("sample"), out = open_file(name);
    REQUIRE(read(in, memory, SIZE) == SIZE, "read");
    memory[0] = name[0];
    REQUIRE(write(out, memory, SIZE) == SIZE, "write");
    seek(out, 0);
    REQUIRE(read(out, memory, SIZE) == SIZE, "read again");
    REQUIRE(memory[0] == name[0], "byte 0 is %#x", memory[0]);
    for (size_t i = 512; i < SIZE; i += 512)
        REQUIRE(memory[i] == pattern(i, 1), "byte %zu is %#x", i, memory[i]);
    return remove(name) ? 0 : 1;
}

int main(int argc, char *argv[])
{
    char cmd_line[] = "buffers-of-20 x";
    pid_t pids[PROCESSES];
    if (argc > 1)
        return child(argv[1]);
    make_file("sample", SIZE, 1);
    for (int i = 0; i < PROCESSES; i++) {
        cmd_line[strlen(cmd_line) - 1] = 'A' + i;
        pids[i] = exec(cmd_line);
        REQUIRE(pids[i] != PID_ERROR, "exec number %d", i);
    }
    for (int i = 0; i < PROCESSES; i++)
        CHECK(wait(pids[i]) == 0, "number %d", i);
    return EXIT_SUCCESS;
}
