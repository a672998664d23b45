/* SPDX-License-Identifier: MIT
 * One bad pointer, given to every system call that takes one.
 */
#ifndef TESTS_USERPROG_POINTERS_H
#define TESTS_USERPROG_POINTERS_H

#include <stdio.h>
#include "tests/lib.h"

#define SAMPLE "sample"
#define SAMPLE_SIZE 8192

/* Set before anything is done with it: the pointer, and how many bytes read and write move. */
static char *pointer;
static unsigned pointer_size = 100;

static inline void give_exec(void)
{
    exec(pointer);
}

static inline void give_create(void)
{
    create(pointer, 10);
}

static inline void give_remove(void)
{
    remove(pointer);
}

static inline void give_open(void)
{
    open(pointer);
}

static inline void give_read(void)
{
    read(open_file(SAMPLE), pointer, pointer_size);
}

static inline void give_write(void)
{
    write(open_file(SAMPLE), pointer, pointer_size);
}

static inline void give_console(void)
{
    write(STDOUT_FILENO, pointer, pointer_size);
}

#define GIVE_AS_NAME                                                                               \
    {"exec", give_exec}, {"create", give_create}, {"remove", give_remove},                         \
    {                                                                                              \
        "open", give_open                                                                          \
    }
#define GIVE_AS_SOURCE                                                                             \
    {"write", give_write},                                                                         \
    {                                                                                              \
        "console", give_console                                                                    \
    }
#define GIVE_AS_TARGET                                                                             \
    {                                                                                              \
        "read", give_read                                                                          \
    }

/* Two pages of the program's own, of which the second is not mapped: the end of a one-page mapping.
 * Returns the border. */
static inline char *map_border(void)
{
    if (open("border") < 0)
        make_file("border", TEST_PAGE, 2);
    REQUIRE(mmap(open_file("border"), MAP_AREA) != MAP_FAILED, "mmap \"border\"");
    return MAP_AREA + TEST_PAGE;
}

static inline void make_sample(int argc)
{
    if (argc == 1)
        make_file(SAMPLE, SAMPLE_SIZE, 1);
}

#define EXPECT_KILLED(CASES) expect_killed(argc, argv, CASES, sizeof CASES / sizeof *CASES)

#endif
