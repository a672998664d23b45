/* SPDX-License-Identifier: MIT
 * What is written to a mapping is in the file after munmap, after the end of the program and after
 * the program was killed, also if the file was closed before; and memory that is too small for all
 * of it loses nothing.
 *
 * @mem: 4
 * @options: -ul=100 -cache=50
 */
#include <string.h>
#include "tests/lib.h"

#define SIZE 1000000

static mapid_t map_new(const char *name)
{
    REQUIRE(create(name, SIZE), "create \"%s\"", name);
    int fd = open_file(name);
    mapid_t map = mmap(fd, MAP_AREA);
    REQUIRE(map != MAP_FAILED, "mmap \"%s\"", name);
    close(fd);
    return map;
}

static void fill(unsigned seed)
{
    for (size_t i = 0; i < SIZE; i++)
        MAP_AREA[i] = pattern(i, seed);
}

static int child(const char *how)
{
    map_new(how);
    fill(how[0]);
    if (strcmp(how, "killed") == 0)
        *(volatile char *)NULL = 0;
    return EXIT_SUCCESS;
}

int main(int argc, char *argv[])
{
    if (argc > 1)
        return child(argv[1]);

    mapid_t map = map_new("unmapped");
    fill(1);
    munmap(map);
    check_file("unmapped", SIZE, 1);
    msg("after munmap");

    REQUIRE(run("mmap-write-bac ended") == 0, "child");
    check_file("ended", SIZE, 'e');
    msg("after the end of a program");

    REQUIRE(run("mmap-write-bac killed") == -1, "child");
    check_file("killed", SIZE, 'k');
    msg("after a program was killed");
    return EXIT_SUCCESS;
}
