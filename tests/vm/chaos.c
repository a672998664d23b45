/* SPDX-License-Identifier: MIT
 * Programs that do everything at once, at random: touch memory, write and read files, map them,
 * call deeply, start programs that end well or badly.  Each knows what it must find.  At the end
 * everything is where it was.
 * @args: 4 60
 * @mem: 4
 * @ticks: 30000
 * @matrix: evict=clock,fifo,random jitter=1..10
 * @matrix: evict=clock,random ul=16,60 cache=8,30 jitter=1..5
 * @sample: 1
 * @kstat: vm.oom_kills == 0
 * @kstat: vm.pages_promised == 0
 * @kstat: vm.swap_slots_used == 0
 * @kstat: vm.frames_user == 0
 */
#include <random.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/lib.h"

#define PAGES 200
#define FILE_SIZE (40 * TEST_PAGE + 123)

static char area[PAGES][TEST_PAGE];
static unsigned char stamp[PAGES];
static unsigned char expected[FILE_SIZE];
static unsigned char buffer[FILE_SIZE];
static char file_name[14];
static int id;

static unsigned pick(unsigned n)
{
    return random_ulong() % n;
}

static void touch_memory(void)
{
    for (int i = 0; i < 40; i++) {
        unsigned p = pick(PAGES);
        for (unsigned j = 0; j < TEST_PAGE; j += 512)
            REQUIRE((unsigned char)area[p][j] == stamp[p], "page %u of %d", p, id);
        stamp[p] = random_ulong();
        memset(area[p], stamp[p], TEST_PAGE);
    }
}

static void check_range(const char *how, const unsigned char *data, unsigned ofs, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        REQUIRE(data[i] == expected[ofs + i], "%s: byte %u of %d's file is %02x, not %02x", how,
                ofs + i, id, data[i], expected[ofs + i]);
}

static unsigned pick_range(unsigned *n)
{
    unsigned ofs = pick(FILE_SIZE);
    *n = pick(FILE_SIZE - ofs) + 1;
    return ofs;
}

static void write_file(void)
{
    unsigned n, ofs = pick_range(&n);
    int fd = open_file(file_name);
    memset(expected + ofs, random_ulong(), n);
    seek(fd, ofs);
    REQUIRE(write(fd, expected + ofs, n) == (int)n, "write");
    close(fd);
}

static void read_file(void)
{
    unsigned n, ofs = pick_range(&n);
    int fd = open_file(file_name);
    seek(fd, ofs);
    REQUIRE(read(fd, buffer, n) == (int)n, "read");
    check_range("read", buffer, ofs, n);
    close(fd);
}

static void map_file(void)
{
    unsigned n, ofs = pick_range(&n);
    int fd = open_file(file_name);
    unsigned char *data = (unsigned char *)MAP_AREA;
    mapid_t map = mmap(fd, data);
    REQUIRE(map != MAP_FAILED, "mmap");
    check_range("mapped", data + ofs, ofs, n);
    memset(expected + ofs, random_ulong(), n);
    memcpy(data + ofs, expected + ofs, n);
    seek(fd, ofs);
    if (pick(2))
        REQUIRE(write(fd, data + ofs, n) == (int)n, "write of itself");
    else
        REQUIRE(read(fd, data + ofs, n) == (int)n, "read into itself");
    check_range("itself", data + ofs, ofs, n);
    bool early = pick(2);
    if (early)
        munmap(map);
    close(fd);
    if (!early)
        munmap(map);
}

static unsigned deep(unsigned depth)
{
    volatile char frame[1000];
    memset((char *)frame, depth, sizeof frame);
    unsigned below = depth > 0 ? deep(depth - 1) : 0;
    REQUIRE(frame[999] == (char)depth, "frame %u", depth);
    return below + frame[0];
}

static void call_deeply(void)
{
    deep(pick(100));
}

static void start_other(void)
{
    static const struct {
        const char *line;
        int status;
    } others[] = {{"chaos bad", -1}, {"chaos good", 7}, {"chaos halt-not", -1}};
    unsigned i = pick(3);
    pid_t pid = exec(others[i].line);
    REQUIRE(pid != PID_ERROR, "exec");
    if (pick(3))
        REQUIRE(wait(pid) == others[i].status, "status of %s", others[i].line);
}

static void misuse(void)
{
    int fd = open_file(file_name);
    seek(fd, 0x80000000u + pick(1000));
    REQUIRE(read(fd, buffer, 10) <= 0, "read far out");
    REQUIRE(write(fd, buffer, 10) <= 0, "write far out");
    seek(fd, 0x7fffffff);
    REQUIRE(read(fd, buffer, 10) <= 0, "read far out");
    create("chaos-huge", 0xffffffffu);
    remove("chaos-huge");
    close(fd);
    close(fd);
}

static int child(unsigned rounds)
{
    static void (*const acts[])(void) = {touch_memory, write_file,  read_file, map_file,
                                         call_deeply,  start_other, misuse};
    random_init(id * 1000 + 7);
    snprintf(file_name, sizeof file_name, "chaos-%d", id);
    REQUIRE(create(file_name, FILE_SIZE), "create");
    for (unsigned i = 0; i < rounds; i++)
        acts[pick(sizeof acts / sizeof *acts)]();
    int fd = open_file(file_name);
    REQUIRE(read(fd, buffer, FILE_SIZE) == FILE_SIZE, "last read");
    check_range("last", buffer, 0, FILE_SIZE);
    REQUIRE(remove(file_name), "remove");
    return 0;
}

static int other(const char *what)
{
    if (!strcmp(what, "good"))
        return 7;
    if (!strcmp(what, "bad"))
        *(volatile char *)UNMAPPED = 1;
    read(0x7fff, KERNEL_ADDRESS, 10);
    return 0;
}

int main(int argc, char *argv[])
{
    int children = atoi(argv[1]);
    if (argc > 3) {
        id = atoi(argv[3]);
        return child(atoi(argv[2]));
    }
    if (children == 0)
        return other(argv[1]);
    pid_t pids[32];
    for (int i = 0; i < children; i++) {
        char line[64];
        snprintf(line, sizeof line, "chaos 1 %s %d", argv[2], i);
        REQUIRE((pids[i] = exec(line)) != PID_ERROR, "exec %d", i);
    }
    for (int i = 0; i < children; i++)
        REQUIRE(wait(pids[i]) == 0, "child %d", i);
    return 0;
}
