/* SPDX-License-Identifier: MIT
 * A descriptor that is closed, another process's, negative or huge is an error of every system call
 * that takes one, by the kernel's own table, and of no other; nothing is left behind.  First by one
 * process, then by 20 at once with memory full.
 *
 * @mem: 4
 * @swap: 16
 * @output: ^\(crowd\) 20 processes at once$
 * @args: parent
 */
#include <errno.h>
#include <unistd.h>
#include "tests/lib.h"
#include "tests/userprog/calls.h"
#include "tests/userprog/crowd.h"

static char buffer[100];

/* Something that the call could work with. */
static uint32_t good(unsigned number, const char *name, const char *kind)
{
    if (*kind == 'i' || *kind == 'o')
        return kind[2] == ' ' || *kind == 'o'         ? (uintptr_t)buffer
               : strncmp(name, "protection", 10) == 0 ? 1
               : strncmp(name, "flags", 5) == 0       ? 2
                                                      : 0;
    if (strncmp(name, "length", 6) == 0)
        return TEST_PAGE;
    if (strncmp(name, "start", 5) == 0)
        return number == SYS_MMAP ? (uintptr_t)MAP_AREA : 0;
    return strncmp(name, "size", 4) == 0 ? sizeof buffer : 0;
}

/* What the call gives for a bad descriptor. */
static int error_of(unsigned number)
{
    return number > SYS_INUMBER ? -EBADF : strstr(call_table[number].result, "-1") != NULL ? -1 : 0;
}

static void try_argument(unsigned number, unsigned which, uint32_t fd)
{
    struct call_arg all[CALL_ARGS_MAX];
    uint32_t args[1 + CALL_ARGS_MAX] = {number};
    unsigned count = call_args(number, all);
    for (unsigned i = 0; i < count; i++)
        args[1 + i] = i == which ? fd : good(number, all[i].name, all[i].kind);
    int result = call_raw(args);
    if (strcmp(call_table[number].result, "nothing") != 0)
        REQUIRE(result == error_of(number) || (result < 0 && call_is_of_machine(number)),
                "%s of %d: the result is %d", call_name(number), (int)fd, result);
}

/* Every call with the bad descriptor FD; how many. */
static unsigned try_all(uint32_t fd)
{
    struct call_arg all[CALL_ARGS_MAX];
    unsigned tried = 0;
    for (unsigned number = 0; call_name(number) != NULL; number++) {
        unsigned count = call_args(number, all);
        for (unsigned i = 0; i < count; i++) {
            bool target = strncmp(all[i].name, "to:", 3) == 0; /* It may be a closed one. */
            if (strncmp(all[i].kind, "fd", 2) != 0 || (target && fd < 1024))
                continue;
            try_argument(number, i, fd);
            tried++;
        }
    }
    return tried;
}

static const uint32_t odd[] = {2,          3,          4,          5,          100,
                               1023,       1024,       1025,       0x40000002, 0x7fffffff,
                               0x80000000, 0x80000002, 0xffffffff, 0xfffffffe};

static unsigned try_odd(void)
{
    unsigned tried = 0;
    for (unsigned i = 0; i < sizeof odd / sizeof *odd; i++)
        tried += try_all(odd[i]);
    return tried;
}

static void one_of_many(unsigned which)
{
    try_odd();
}

static int child(void)
{
    unsigned tried = try_odd();
    CHECK(tried > 160, "%u bad descriptors", tried);
    crowd_run(one_of_many);
    int fd = open_file("sample");
    CHECK(fd == 2, "the first one is free");
    close(fd);
    try_all(fd);
    msg("one that was closed");
    return EXIT_SUCCESS;
}

int main(int argc, char *argv[])
{
    if (strcmp(argv[1], "child") == 0)
        return child();
    make_file("sample", 1000, 1);
    REQUIRE(open("sample") == 2 && open("/") == 3 && open("sample") == 4, "open");
    CHECK(run("fd-every-call child") == 0, "a child that does not have its parent's");
    CHECK(filesize(2) == 1000 && isdir(3) && filesize(4) == 1000, "the parent has them still");
    return EXIT_SUCCESS;
}
