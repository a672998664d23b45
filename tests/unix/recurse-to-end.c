/* SPDX-License-Identifier: MIT
 * Processes that start processes, each with open files, mappings, a pipe, threads and memory of its
 * own, until no memory is left; some are killed, some exit; then all is as before: as many can be
 * started again, and frames, slots, promises, heap, descriptors and processes are back where they
 * were; at the end nothing of it is left.
 *
 * @mem: 6
 * @swap: 4
 * @ticks: 12000
 * @kstat: vm.frames_user == 0
 * @kstat: vm.pages_promised == 0
 * @kstat: vm.swap_slots_used == 0
 */
#include <mman.h>
#include <resource.h>
#include <stdio.h>
#include <stdlib.h>
#include <thread.h>
#include <unistd.h>
#include "tests/lib.h"

#define OWN (10 * TEST_PAGE)
#define ROUNDS 6

static void sleep_long(void *arg)
{
    sleep_ms(1000000);
}

/* What each process has.  False when memory ends. */
static bool burden(int depth)
{
    int fds[2];
    char *p = mmap2(NULL, OWN, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mman_error(p) < 0)
        return false;
    for (int i = 0; i < OWN; i += TEST_PAGE)
        p[i] = depth;
    return pipe(fds) == 0 && open("sample") > 1 && thread_start(sleep_long, NULL) > 0;
}

/* Starts a child at DEPTH + 1; how deep it came, or DEPTH if it could not be started. */
static int deeper(int depth, bool by_fork)
{
    char cmd_line[40];
    int status;
    pid_t pid;
    if (!by_fork) {
        snprintf(cmd_line, sizeof cmd_line, "recurse-to-end exec %d", depth + 1);
        pid = exec(cmd_line);
        int reached = pid > 0 ? wait(pid) : -1;
        return reached > depth ? reached : depth;
    }
    pid = fork();
    if (pid == 0)
        exit(burden(depth + 1) ? deeper(depth + 1, true) : depth);
    if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
        return depth;
    return WEXITSTATUS(status) > depth ? WEXITSTATUS(status) : depth;
}

static uint64_t value(const char *name)
{
    uint64_t v = 0;
    REQUIRE(kstat_value(name, &v) == 0, "no counter %s", name);
    return v;
}

static unsigned used_frames(void)
{
    return value("vm.frames_total") - value("vm.frames_free") - value("vm.frames_cache");
}

static unsigned open_files(void)
{
    struct limits used;
    REQUIRE(limit_get(NULL, &used) == 0, "limit_get");
    return used.open_files;
}

static unsigned processes(void)
{
    struct limits used;
    REQUIRE(limit_get(NULL, &used) == 0, "limit_get");
    return used.processes;
}

/* What must be as before; counters unless there is a function. */
static const struct {
    const char *name;
    unsigned (*get)(void);
    unsigned slack;
} kept[] = {
    {"frames", used_frames, 8},
    {"open files", open_files, 0},
    {"processes and threads", processes, 0},
    {"vm.frames_kernel_heap", NULL, 2},
    {"heap.blocks", NULL, 2},
    {"vm.pages_promised", NULL, 0},
    {"vm.frames_pagetables", NULL, 0},
    {"vm.swap_slots_used", NULL, 4}, /* Of this process's own pages. */
};
#define KEPT (sizeof kept / sizeof *kept)

static void remember(unsigned values[KEPT])
{
    sleep_ms(50); /* Until the last thread's stack is gone. */
    for (unsigned i = 0; i < KEPT; i++)
        values[i] = kept[i].get != NULL ? kept[i].get() : (unsigned)value(kept[i].name);
}

static void run_rounds(bool by_fork)
{
    unsigned before[KEPT], after[KEPT];
    int first = deeper(0, by_fork);
    CHECK(first >= 5, "%s", "some depth");
    remember(before);
    for (int round = 0; round < ROUNDS; round++) {
        int depth = deeper(0, by_fork);
        REQUIRE(depth >= first - first / 4, "depth %d, then %d", first, depth);
    }
    remember(after);
    for (unsigned i = 0; i < KEPT; i++) {
        msg("%s: %u before, %u after", kept[i].name, before[i], after[i]);
        REQUIRE(after[i] <= before[i] + kept[i].slack, "%s: %u before, %u after", kept[i].name,
                before[i], after[i]);
    }
}

int main(int argc, char *argv[])
{
    if (argc > 2) {
        int depth = atoi(argv[2]);
        return burden(depth) ? deeper(depth, false) : depth;
    }
    make_file("sample", 100, 1);
    run_rounds(true);
    run_rounds(false);
    return EXIT_SUCCESS;
}
