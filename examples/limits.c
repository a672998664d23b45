/* SPDX-License-Identifier: MIT
 * Runs a program in a group with limits, or shows those of this group.
 *
 *     limits [-p PROCESSES] [-c TICKS] [-m PAGES] [-H PAGES] [-f FILES] PROGRAM [ARGUMENT]...
 *     limits
 *
 * -m is what the group's resident pages never exceed, -H above how many it gives back its own
 * first.
 *
 * @sources: examples/lib/tool.c
 * @sources: examples/lib/tool-run.c
 */
#include <resource.h>
#include <stdio.h>
#include "examples/lib/tool.h"

static void show(const char *what, uint32_t limit, uint32_t used)
{
    char text[16] = "none";
    if (limit != 0)
        snprintf(text, sizeof text, "%u", (unsigned)limit);
    printf("%-16s %10s %10u\n", what, text, (unsigned)used);
}

static int show_all(void)
{
    struct limits limits, used;
    int error = limit_get(&limits, &used);
    if (error < 0)
        return tool_failed("group", error);
    printf("%-16s %10s %10s\n", "", "limit", "used");
    show("processes", limits.processes, used.processes);
    show("CPU ticks", limits.cpu_ticks, used.cpu_ticks);
    show("pages, at most", limits.pages_max, used.pages_max);
    show("pages, high", limits.pages_high, used.pages_high);
    show("open files", limits.open_files, used.open_files);
    return EXIT_SUCCESS;
}

int main(int argc, char *argv[])
{
    static struct tool_option options[5];
    uint32_t values[5] = {0};
    tool_begin(argv);
    tool_options(&argc, &argv, "p:c:m:H:f:", options,
                 "limits [-p PROCESSES] [-c TICKS] [-m PAGES] [-H PAGES] [-f FILES] PROGRAM...");
    if (argc == 0)
        return show_all();
    for (int i = 0; i < 5; i++)
        if (options[i].given)
            values[i] = tool_number(options[i].value);
    const struct limits limits = {values[0], values[1], values[2], values[3], values[4]};
    int error = limit_set(&limits);
    if (error < 0)
        return tool_failed("group", error);
    tool_become(argv);
}
