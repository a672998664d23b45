/* SPDX-License-Identifier: MIT
 * Pointers that a system call must not follow, and the memory that some of them point to.
 */
#ifndef TESTS_USERPROG_BADS_H
#define TESTS_USERPROG_BADS_H

#include <mman.h>
#include <stdint.h>
#include <string.h>
#include "tests/lib.h"

/* A page, one that is read-only, a page, one that is guarded. */
#define GROUND 0x40000000
#define READ_ONLY (GROUND + TEST_PAGE)
#define GUARD (GROUND + 3 * TEST_PAGE)

enum use { READ = 1, WRITE = 2, TEXT = 4 };

/* Pointers that are bad for some uses. */
static const struct bad {
    const char *name;
    uintptr_t address;
    unsigned uses;
} bads[] = {
    {"null", 0, READ | WRITE | TEXT},
    {"nearly null", 4, READ | WRITE | TEXT},
    {"unmapped", 0x20101234, READ | WRITE | TEXT},
    {"end of user space", 0xc0000000, READ | WRITE | TEXT},
    {"last byte of user space", 0xbfffffff, READ | WRITE},
    {"kernel", 0xc0100000, READ | WRITE | TEXT},
    {"kernel stacks", 0xf8001000, READ | WRITE | TEXT},
    {"wraps", 0xffffffff, READ | WRITE | TEXT},
    {"wraps, aligned", 0xfffffffc, READ | WRITE | TEXT},
    {"last page", 0xfffff000, READ | WRITE | TEXT},
    {"text", (uintptr_t)test_msg, WRITE},
    {"read-only", READ_ONLY, WRITE},
    {"a byte before read-only", READ_ONLY - 1, WRITE},
    {"guarded", GUARD, READ | WRITE | TEXT},
    {"a byte before guarded", GUARD - 1, READ | WRITE | TEXT},
    {"a word before guarded", GUARD - 4, TEXT},
};

#define BADS (sizeof bads / sizeof *bads)

static inline void bads_lay_ground(char fill)
{
    char *ground = mmap2(test_address(GROUND), 4 * TEST_PAGE, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    REQUIRE(mman_error(ground) == 0, "mmap2");
    memset(ground, fill, 3 * TEST_PAGE);
    REQUIRE(mprotect(ground + TEST_PAGE, TEST_PAGE, PROT_READ) == 0, "mprotect");
    REQUIRE(mprotect(ground + 3 * TEST_PAGE, TEST_PAGE, PROT_NONE) == 0, "mprotect");
}

#endif
