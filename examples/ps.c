/* SPDX-License-Identifier: MIT
 * Lists the processes.
 *
 * @sources: examples/lib/tool.c
 * @sources: examples/lib/procs.c
 */
#include "examples/lib/procs.h"
#include "examples/lib/tool.h"

int main(int argc, char *argv[])
{
    static struct proc_info procs[PROCS_MAX];
    tool_begin(argv);
    int n = procs_read(procs);
    if (n < 0)
        return tool_failed("processes", n);
    procs_print_heading();
    for (int i = 0; i < n; i++)
        procs_print(&procs[i], procs[i].cpu_ticks);
    return EXIT_SUCCESS;
}
