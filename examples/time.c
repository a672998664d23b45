/* SPDX-License-Identifier: MIT
 * Runs a program and says how long it took and what the kernel did meanwhile.
 *
 *     time PROGRAM [ARGUMENT]...
 *
 * @sources: examples/lib/tool.c
 * @sources: examples/lib/tool-run.c
 */
#include <resource.h>
#include "examples/lib/tool.h"
#include <stdio.h>

static const char *const counters[] = {"vm.page_faults", "vm.evictions", "vm.swap_ins",
                                       "syscall.calls"};
#define COUNTERS (sizeof counters / sizeof *counters)

static void read_counters(uint64_t values[COUNTERS])
{
    for (size_t i = 0; i < COUNTERS; i++)
        if (kstat_value(counters[i], &values[i]) < 0)
            values[i] = 0;
}

int main(int argc, char *argv[])
{
    struct timespec begin, end;
    uint64_t before[COUNTERS], after[COUNTERS];
    tool_begin(argv);
    if (argc < 2)
        tool_usage("time PROGRAM [ARGUMENT]...");
    read_counters(before);
    time(&begin);
    int status = tool_run(argv + 1);
    time(&end);
    read_counters(after);
    int64_t ms = (end.tv_sec - begin.tv_sec) * 1000 + (end.tv_nsec - begin.tv_nsec) / 1000000;
    hprintf(STDERR_FILENO, "%lld.%03lld s", ms / 1000, ms % 1000);
    for (size_t i = 0; i < COUNTERS; i++)
        hprintf(STDERR_FILENO, ", %llu %s", after[i] - before[i], counters[i]);
    hprintf(STDERR_FILENO, "\n");
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
