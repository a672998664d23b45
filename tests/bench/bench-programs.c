/* SPDX-License-Identifier: MIT
 * Runs bench-paths for each path: once with no rounds, once with some, and prints what the kernel's
 * counters (and the CPU) say of the difference.
 *
 * "CPU path n" is the mean cost of a round in instructions without the time in which nothing
 * but a thread of the lowest priority could run: for paths that wait for a disk.
 * "RISE path rounds counter n" is what the rounds added to a counter.
 * @icount: 0
 */
#include "tests/bench/bench.h"
#include "tests/bench/idle.h"
#include "threads/kstat.h"
#include "userprog/process.h"

#define COUNTERS_MAX 200

struct reading {
    uint64_t counter[COUNTERS_MAX];
    int64_t busy; /* Instructions that others than the idle thread executed. */
};

static struct reading before, without, with;

static void read_counters(struct reading *r)
{
    const struct kstat *k;
    for (size_t i = 0; i < COUNTERS_MAX && (k = kstat_at(i)) != NULL; i++)
        r->counter[i] = kstat_read(k);
    r->busy = idle_busy();
}

static void run_program(const char *path, unsigned rounds)
{
    char cmdline[64];
    snprintf(cmdline, sizeof cmdline, "bench-paths %s %u", path, rounds);
    pid_t pid = process_execute(cmdline);
    KTEST_ASSERT(pid > 0);
    KTEST_ASSERT(process_wait(pid) == 0);
}

static void print_rise(const char *path, unsigned rounds)
{
    const struct kstat *k;
    for (size_t i = 0; i < COUNTERS_MAX && (k = kstat_at(i)) != NULL; i++) {
        uint64_t base = without.counter[i] - before.counter[i];
        long long rise = with.counter[i] - without.counter[i] - base;
        if (rise != 0 && k->gauge == NULL)
            printf("RISE %s %u %s.%s %lld\n", path, rounds, k->group, k->name, rise);
    }
}

static void bench(const char *path, unsigned rounds)
{
    read_counters(&before);
    run_program(path, 0);
    read_counters(&without);
    run_program(path, rounds);
    read_counters(&with);
    print_rise(path, rounds);
    long long cpu = with.busy - without.busy - (without.busy - before.busy);
    printf("CPU %s %lld\n", path, cpu / rounds);
}

KTEST(bench_programs)
{
    idle_start();
    run_program("syscall", 0); /* From here on the program is in the page cache. */
    bench("syscall", 1000);
    bench("tell", 1000);
    bench("read-4096", 1000);
    bench("write-1", 1000);
    bench("open-close", 500);
    bench("exec-wait", 100);
    bench("fork-wait", 100);
    bench("fork-wait-1m", 100);
    bench("pipe", 500);
    bench("copy-on-write", 256);
    bench("zero-fill", 256);
    bench("map-cached", 256);
    idle_stop();
}

/* Wants -ul, less than the 128 pages that the program goes round and round in. */
KTEST(bench_swap)
{
    idle_start();
    run_program("syscall", 0);
    bench("swap", 512);
    bench("swap-clean", 512);
    idle_stop();
}
