/* SPDX-License-Identifier: MIT
 * Shows again and again which processes run most.
 *
 *     top [-d SECONDS] [-n TIMES]        every 2 seconds, 10 times
 *
 * @sources: examples/lib/tool.c
 * @sources: examples/lib/procs.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "examples/lib/procs.h"
#include "examples/lib/tool.h"

static struct proc_info procs[2][PROCS_MAX]; /* Of now, and of the time before. */
static int count[2];
static unsigned used[PROCS_MAX]; /* Ticks since then, of those of now. */
static int order[PROCS_MAX];

static unsigned ticks_before(int pid)
{
    for (int i = 0; i < count[1]; i++)
        if (procs[1][i].pid == pid)
            return procs[1][i].cpu_ticks;
    return 0;
}

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return used[x] != used[y] ? (used[x] < used[y] ? 1 : -1) : x - y;
}

static int look(void)
{
    memcpy(procs[1], procs[0], sizeof procs[1]);
    count[1] = count[0];
    count[0] = procs_read(procs[0]);
    for (int i = 0; i < count[0]; i++) {
        used[i] = procs[0][i].cpu_ticks - ticks_before(procs[0][i].pid);
        order[i] = i;
    }
    if (count[0] > 0)
        qsort(order, count[0], sizeof *order, compare);
    return count[0];
}

static uint64_t value(const char *name)
{
    uint64_t value;
    return kstat_value(name, &value) == 0 ? value : 0;
}

static void show(void)
{
    printf("\n%d processes; frames: %llu free, %llu user, %llu cache; %llu evictions\n", count[0],
           value("vm.frames_free"), value("vm.frames_user"), value("vm.frames_cache"),
           value("vm.evictions"));
    procs_print_heading();
    for (int i = 0; i < count[0] && i < 15; i++)
        procs_print(&procs[0][order[i]], used[order[i]]);
}

int main(int argc, char *argv[])
{
    struct tool_option options[2] = {0};
    tool_begin(argv);
    tool_options(&argc, &argv, "d:n:", options, "top [-d SECONDS] [-n TIMES]");
    unsigned seconds = options[0].given ? tool_number(options[0].value) : 2;
    unsigned times = options[1].given ? tool_number(options[1].value) : 10;
    for (unsigned i = 0; i < times; i++) {
        if (i > 0)
            sleep_ms(seconds * 1000);
        int n = look();
        if (n < 0)
            return tool_failed("processes", n);
        show();
    }
    return EXIT_SUCCESS;
}
