/* SPDX-License-Identifier: MIT
 * Prints the kernel's counters.
 *
 *     kstat [BEGINNING]...        those whose names begin so: kstat vm. disk.hd0
 *
 * @sources: examples/lib/tool.c
 */
#include <errno.h>
#include <resource.h>
#include <stdio.h>
#include <string.h>
#include "examples/lib/tool.h"

static bool wanted(const char *name, int argc, char *argv[])
{
    for (int i = 1; i < argc; i++)
        if (strncmp(name, argv[i], strlen(argv[i])) == 0)
            return true;
    return argc == 1;
}

int main(int argc, char *argv[])
{
    struct kstat_info info;
    int error, shown = 0;
    tool_begin(argv);
    for (int i = 0; (error = kstat_read(i, &info)) == 0; i++) {
        if (!wanted(info.name, argc, argv))
            continue;
        printf("%-28s %12llu %s\n", info.name, info.value, info.unit);
        shown++;
    }
    if (error != -ENOENT)
        return tool_failed("counters", error);
    return shown > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
