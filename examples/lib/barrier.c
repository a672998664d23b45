/* SPDX-License-Identifier: MIT
 * A meeting point of several processes: see barrier.h.
 */
#include "examples/lib/barrier.h"

#include <stdio.h>
#include <syscall.h>
#include "tests/lib.h"

#define NAME_SIZE 15

static const char *name_of(int i, char name[NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "there-%d", i);
    return name;
}

void barrier_reset(int n)
{
    char name[NAME_SIZE];
    for (int i = 0; i < n; i++)
        remove(name_of(i, name));
}

void barrier_arrive(int i)
{
    char name[NAME_SIZE];
    REQUIRE(create(name_of(i, name), 0), "create \"%s\"", name);
}

static bool is_there(int i)
{
    char name[NAME_SIZE];
    int fd = open(name_of(i, name));
    if (fd < 0)
        return false;
    close(fd);
    return true;
}

void barrier_wait(int n)
{
    for (int i = 0; i < n; i++)
        while (!is_there(i))
            run("nothing");
}
