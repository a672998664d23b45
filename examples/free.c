/* SPDX-License-Identifier: MIT
 * Shows what memory is used for.
 *
 * @sources: examples/lib/tool.c
 */
#include <errno.h>
#include <resource.h>
#include <stdio.h>
#include <string.h>
#include "examples/lib/tool.h"

#define PREFIX "vm.frames_"

int main(int argc, char *argv[])
{
    struct kstat_info info;
    int error;
    tool_begin(argv);
    printf("%-14s %8s %8s\n", "frames", "pages", "kB");
    for (int i = 0; (error = kstat_read(i, &info)) == 0; i++)
        if (strncmp(info.name, PREFIX, strlen(PREFIX)) == 0)
            printf("%-14s %8llu %8llu\n", info.name + strlen(PREFIX), info.value, info.value * 4);
    return error == -ENOENT ? EXIT_SUCCESS : tool_failed("counters", error);
}
