/* SPDX-License-Identifier: MIT
 * What test programs share: see lib.h.
 */
#include "tests/lib.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Prints in one system call, so that the lines of several programs do not mix. */
static void print_line(const char *file, const char *prefix, const char *format, va_list args)
{
    char text[400];
    const char *base = strrchr(file, '/') != NULL ? strrchr(file, '/') + 1 : file;
    int stem = strlen(base) - 2; /* Without ".c". */
    size_t n = snprintf(text, sizeof text, "(%.*s) %s", stem, base, prefix);
    vsnprintf(text + n, sizeof text - n, format, args);
    printf("%s\n", text);
}

void test_msg(const char *file, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line(file, "", format, args);
    va_end(args);
}

void test_fail(const char *file, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line(file, "FAIL: ", format, args);
    va_end(args);
    exit(1);
}

int run(const char *cmd_line)
{
    pid_t pid = exec(cmd_line);
    REQUIRE(pid != PID_ERROR, "exec \"%s\"", cmd_line);
    return wait(pid);
}

#define SURVIVED 99

static void kill_one(const char *program, const char *test_case)
{
    char cmd_line[64];
    snprintf(cmd_line, sizeof cmd_line, "%s %s", program, test_case);
    int status = run(cmd_line);
    REQUIRE(status != SURVIVED, "%s: the kernel let it pass", cmd_line);
    REQUIRE(status == -1, "%s: expected status -1, seen %d", cmd_line, status);
}

static void run_case(const char *name, const struct test_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(cases[i].name, name) == 0) {
            cases[i].run();
            exit(SURVIVED);
        }
    fail("there is no case \"%s\"", name);
}

int expect_killed(int argc, char *argv[], const struct test_case *cases, size_t count)
{
    if (argc > 1)
        run_case(argv[1], cases, count);
    for (size_t i = 0; i < count; i++)
        kill_one(argv[0], cases[i].name);
    printf("(%s) %zu cases, each killed\n", argv[0], count);
    return EXIT_SUCCESS;
}

int open_file(const char *name)
{
    int fd = open(name);
    REQUIRE(fd >= 2, "open \"%s\": %d", name, fd);
    return fd;
}

unsigned char pattern(size_t i, unsigned seed)
{
    return (i * 31 + (i >> 8) * 7 + (i >> 12) * 13 + seed * 101) & 0xff;
}

void make_file(const char *name, size_t size, unsigned seed)
{
    unsigned char piece[512];
    REQUIRE(create(name, size), "create \"%s\"", name);
    int fd = open_file(name);
    for (size_t done = 0; done < size;) {
        size_t n = size - done < sizeof piece ? size - done : sizeof piece;
        for (size_t i = 0; i < n; i++)
            piece[i] = pattern(done + i, seed);
        REQUIRE(write(fd, piece, n) == (int)n, "write \"%s\" at %zu", name, done);
        done += n;
    }
    close(fd);
}

void check_bytes(const char *what, const void *data, size_t size, size_t offset, unsigned seed)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        REQUIRE(bytes[i] == pattern(offset + i, seed), "%s: byte %zu is %#x, not %#x", what,
                offset + i, bytes[i], pattern(offset + i, seed));
}

void check_file(const char *name, size_t size, unsigned seed)
{
    unsigned char piece[512];
    int fd = open_file(name);
    REQUIRE(filesize(fd) == (int)size, "\"%s\" has %d bytes, not %zu", name, filesize(fd), size);
    for (size_t done = 0; done < size;) {
        size_t n = size - done < sizeof piece ? size - done : sizeof piece;
        REQUIRE(read(fd, piece, n) == (int)n, "read \"%s\" at %zu", name, done);
        check_bytes(name, piece, n, done, seed);
        done += n;
    }
    close(fd);
}
