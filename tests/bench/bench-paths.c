/* SPDX-License-Identifier: MIT
 * Goes down one path of the kernel, as a program does, a number of times: "bench-paths PATH
 * ROUNDS".
 *
 * Prints the median and the least of the rounds ("BENCH path median least"); of the paths that wait
 * for a disk, how long all rounds took ("TOTAL path n").  With 0 rounds it makes everything ready
 * and goes no further, so that the counters of two runs differ by what the rounds did:
 * bench-programs.c takes these differences, and scripts/bench_kernel.py checks them.
 *
 * @kind: helper
 */
#include <string.h>
#include <syscall-nr.h>
#include <unistd.h>
#include "lib/user/syscall-stub.h"
#include "tests/bench/bench.h"
#include "tests/lib.h"

#define PAGES 256
#define SWAPPED_PAGES 128 /* Twice what -ul leaves: every touch of the next one is a fault. */
#define CHUNK (64 * 1024)

static char area[PAGES * TEST_PAGE] __attribute__((aligned(TEST_PAGE)));
static char buffer[CHUNK] __attribute__((aligned(TEST_PAGE)));
static const char *const file_name = "bench-file";
static volatile char *page; /* The page of the round. */
static int fd;

static void make_bench_file(void)
{
    remove(file_name);
    make_file(file_name, PAGES * TEST_PAGE, 1);
    fd = open_file(file_name);
}

static void set_page(char *base, unsigned i)
{
    page = base + i * TEST_PAGE;
}

static void read_page(void)
{
    (void)*page;
}

static void write_page(void)
{
    ++*page;
}

/* ---- System calls -------------------------------------------------------------------------- */

static void seek_start(unsigned i)
{
    seek(fd, 0);
}

/* The call that does least, without the library's function around it. */
static void call_getpid(void)
{
    syscall0(SYS_GETPID);
}

static void call_tell(void)
{
    syscall1(SYS_TELL, fd);
}

static void call_read(void)
{
    read(fd, buffer, 4096);
}

static void call_write(void)
{
    write(fd, buffer, 1);
}

static void prepare_read(void)
{
    make_bench_file();
    read(fd, buffer, sizeof buffer);
}

static void open_close(void)
{
    close(open(file_name));
}

static void exec_wait(void)
{
    wait(exec("nothing"));
}

static void prepare_exec(void)
{
    exec_wait();
}

/* ---- Unix ----------------------------------------------------------------------------------- */

static int to_child[2], to_parent[2];

static void fork_wait(void)
{
    pid_t pid = fork();
    if (pid == 0)
        exit(0);
    waitpid(pid, NULL, 0);
}

/* A megabyte more. */
static void prepare_fork_big(void)
{
    for (unsigned i = 0; i < PAGES; i++)
        area[i * TEST_PAGE] = 1;
}

static void echo_bytes(void)
{
    char byte;
    close(to_child[1]);
    while (read(to_child[0], &byte, 1) == 1)
        write(to_parent[1], &byte, 1);
    exit(0);
}

static void prepare_pipe(void)
{
    REQUIRE(pipe(to_child) == 0 && pipe(to_parent) == 0, "pipe");
    if (fork() == 0)
        echo_bytes();
}

static void round_trip(void)
{
    char byte = 0;
    write(to_child[1], &byte, 1);
    read(to_parent[0], &byte, 1);
}

static void next_copied_page(unsigned i)
{
    set_page(area, i);
}

/* The child holds a copy of all that the parent will write. */
static void prepare_copy(void)
{
    prepare_fork_big();
    prepare_pipe();
}

/* ---- Page faults --------------------------------------------------------------------------- */

static void next_zero_page(unsigned i)
{
    set_page(area, i);
}

/* The file's pages are in the cache: they were just written. */
static void prepare_mmap(void)
{
    make_bench_file();
    REQUIRE(mmap(fd, MAP_AREA) != MAP_FAILED, "mmap");
}

static void next_mapped_page(unsigned i)
{
    set_page(MAP_AREA, i);
}

static void next_swapped_page(unsigned i)
{
    set_page(area, i % SWAPPED_PAGES);
}

static void sweep(void (*touch)(void), int times)
{
    for (int i = 0; i < times * SWAPPED_PAGES; i++) {
        next_swapped_page(i);
        touch();
    }
}

static void prepare_swap(void)
{
    sweep(write_page, 2);
}

/* After this every page has its slot, and none is dirty. */
static void prepare_swap_clean(void)
{
    sweep(write_page, 1);
    sweep(read_page, 2);
}

/* ---- A whole file -------------------------------------------------------------------------- */

static void open_big(void)
{
    fd = open_file("bench-big");
}

static void read_chunk(void)
{
    REQUIRE(read(fd, buffer, CHUNK) == CHUNK, "read a chunk");
}

/* ---- All of them ---------------------------------------------------------------------------- */

static const struct path {
    const char *name;
    void (*prepare)(void);
    void (*before)(unsigned i); /* Not measured. */
    void (*run)(void);
    bool waits; /* For a disk. */
} paths[] = {
    {"syscall", NULL, NULL, call_getpid, false},
    {"tell", make_bench_file, seek_start, call_tell, false},
    {"zero-fill", NULL, next_zero_page, write_page, false},
    {"map-cached", prepare_mmap, next_mapped_page, read_page, false},
    {"swap", prepare_swap, next_swapped_page, write_page, true},
    {"swap-clean", prepare_swap_clean, next_swapped_page, read_page, true},
    {"read-4096", prepare_read, seek_start, call_read, false},
    {"write-1", make_bench_file, seek_start, call_write, false},
    {"open-close", make_bench_file, NULL, open_close, false},
    {"exec-wait", prepare_exec, NULL, exec_wait, false},
    {"fork-wait", fork_wait, NULL, fork_wait, false},
    {"fork-wait-1m", prepare_fork_big, NULL, fork_wait, false},
    {"pipe", prepare_pipe, NULL, round_trip, false},
    {"copy-on-write", prepare_copy, next_copied_page, write_page, false},
    {"read-file", open_big, NULL, read_chunk, true},
};

static void sample(const struct path *path, unsigned rounds)
{
    for (unsigned i = 0; i < rounds; i++) {
        if (path->before != NULL)
            path->before(i);
        bench_add(bench_call(path->run));
    }
    bench_print(path->name);
}

/* Does nothing else, so that the CPU time of all rounds is that of the path. */
static void time_all(const struct path *path, unsigned rounds)
{
    uint32_t start = bench_now();
    for (unsigned i = 0; i < rounds; i++) {
        if (path->before != NULL)
            path->before(i);
        path->run();
    }
    uint32_t took = bench_now() - start;
    if (rounds > 0)
        printf("TOTAL %s %u\n", path->name, (unsigned)took);
}

static void go(const struct path *path, unsigned rounds)
{
    memset(bench_samples, 0, sizeof bench_samples); /* No page fault will be from these. */
    if (path->prepare != NULL)
        path->prepare();
    (path->waits ? time_all : sample)(path, rounds);
}

int main(int argc, char *argv[])
{
    REQUIRE(argc == 3, "want PATH and ROUNDS");
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        if (strcmp(paths[i].name, argv[1]) == 0) {
            go(&paths[i], atoi(argv[2]));
            return EXIT_SUCCESS;
        }
    }
    fail("no path is called %s", argv[1]);
}
