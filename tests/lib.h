/* SPDX-License-Identifier: MIT
 * What test programs (and the workloads in examples/) share.
 *
 * A program's messages begin with its name in parentheses, taken from its file's.  It ends with
 * status 0 if all it checked was so; at the first thing that was not, it says what and ends with
 * status 1.
 */
#ifndef TESTS_LIB_H
#define TESTS_LIB_H

#include <debug.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <syscall.h>

/* Prints "(NAME) text". */
#define msg(...) test_msg(__FILE__, __VA_ARGS__)
/* Prints "(NAME) FAIL: text" and ends the program with status 1. */
#define fail(...) test_fail(__FILE__, __VA_ARGS__)

/* A step worth a line: CHECK(condition, format, ...) prints what was done, or fails with it. */
#define CHECK(COND, ...) ((COND) ? msg(__VA_ARGS__) : fail(__VA_ARGS__))
/* The same without a line when it is so: for loops. */
#define REQUIRE(COND, ...) ((COND) ? (void)0 : fail(__VA_ARGS__))

void test_msg(const char *file, const char *format, ...) PRINTF_FORMAT(2, 3);
void test_fail(const char *file, const char *format, ...) PRINTF_FORMAT(2, 3) NO_RETURN;

/* Runs CMD_LINE to its end and returns its status; fails if it cannot be started. */
int run(const char *cmd_line);
/* Things that no program may do.  A test that lists some does each in a child of its own, which is
 * the same program with the case's name as its argument: the kernel must kill the child, with
 * status -1, and nothing else.
 *
 *     static const struct test_case cases[] = {{"null", read_null}, {"kernel", read_kernel}};
 *     int main(int argc, char *argv[])
 *     {
 *         return expect_killed(argc, argv, cases, sizeof cases / sizeof *cases);
 *     }
 */
struct test_case {
    const char *name;
    void (*run)(void);
};
int expect_killed(int argc, char *argv[], const struct test_case *cases, size_t count);

/* Opens NAME, which must be there. */
int open_file(const char *name);
/* Makes file NAME of SIZE bytes of a pattern that depends on SEED. */
void make_file(const char *name, size_t size, unsigned seed);
/* Checks that NAME holds those bytes; or that memory does, from OFFSET of them on. */
void check_file(const char *name, size_t size, unsigned seed);
void check_bytes(const char *what, const void *data, size_t size, size_t offset, unsigned seed);
/* Byte I of that pattern. */
unsigned char pattern(size_t i, unsigned seed);

/* A pointer of which the compiler knows nothing. */
static inline char *test_address(uintptr_t address)
{
    asm("" : "+r"(address));
    return (char *)address;
}

/* Addresses that tests use: far from program and stack; in the kernel; the end of user space. */
#define MAP_AREA test_address(0x10000000)
#define UNMAPPED test_address(0x20101234)
#define KERNEL_ADDRESS test_address(0xc0100000)
#define USER_END test_address(0xc0000000)
#define TEST_PAGE 4096

#endif
